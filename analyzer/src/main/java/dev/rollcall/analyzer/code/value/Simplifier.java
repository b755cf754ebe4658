package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Simplifies a value whose parts are simple: what constants decide, and the detours by which compilers write conditions. */
final class Simplifier {
    private static final Map<Operator, Operator> NEGATED = Map.ofEntries(
            Map.entry(Operator.EQ, Operator.NE),
            Map.entry(Operator.NE, Operator.EQ),
            Map.entry(Operator.LT, Operator.GE),
            Map.entry(Operator.GE, Operator.LT),
            Map.entry(Operator.GT, Operator.LE),
            Map.entry(Operator.LE, Operator.GT),
            Map.entry(Operator.IS, Operator.IS_NOT),
            Map.entry(Operator.IS_NOT, Operator.IS),
            Map.entry(Operator.IN, Operator.NOT_IN),
            Map.entry(Operator.NOT_IN, Operator.IN));

    /** Comparisons that do not hold for NaN, and neither do their opposites. */
    private static final Set<Operator> ORDERED = Set.of(Operator.LT, Operator.LE, Operator.GT, Operator.GE);

    /** A choice has the other condition of the two, so that complementary choices have one. */
    private static final Set<Operator> NEGATIVE = Set.of(Operator.NE, Operator.IS_NOT, Operator.NOT_IN);

    /** The text of a number as one writes it. */
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    /** Functions that make a number of a text of one. */
    private static final Set<String> READS_NUMBER = Set.of(
            "int",
            "java.lang.Integer.parseInt",
            "java.lang.Integer.valueOf",
            "java.lang.Long.parseLong",
            "java.lang.Long.valueOf");

    private static final Value WORLD_SIZE = new Value.Size(Axis.WORLD);

    /** Jobs of up to so many processes are all tried. */
    private static final long SMALL_WORLDS = 130;

    private final ValuePool pool;
    private final List<Function<Value.Result, Optional<Value>>> results;

    Simplifier(ValuePool pool, List<Function<Value.Result, Optional<Value>>> results) {
        this.pool = pool;
        this.results = List.copyOf(results);
    }

    /** Returns an equal value that is simpler; {@code value} itself if there is none. */
    Value simplify(Value value) {
        if (value instanceof Value.Operation operation) {
            return operation(operation);
        }
        if (value instanceof Value.Select select) {
            return select(select);
        }
        if (value instanceof Value.Result result) {
            return results.stream()
                    .flatMap(each -> each.apply(result).stream())
                    .findFirst()
                    .orElseGet(() -> result(result));
        }
        if (value instanceof Value.Rank rank && choosesGroup(rank.axis())) {
            return ofChosenGroup(rank.axis(), Value.Rank::new);
        }
        if (value instanceof Value.Size size && choosesGroup(size.axis())) {
            return ofChosenGroup(size.axis(), Value.Size::new);
        }
        if (value instanceof Value.FieldOf field && field.name().equals("__name__") && isNamed(field.of())) {
            return nameOf(field.of());
        }
        if (value instanceof Value.FieldOf field && field.of() instanceof Value.Instance instance) {
            return instance.fields().getOrDefault(field.name(), value);
        }
        return value;
    }

    private static boolean choosesGroup(Axis axis) {
        return axis instanceof Axis.Group group && group.communicator() instanceof Value.Select;
    }

    /** Returns what counts in the communicator that a condition chooses; nothing counts in one that is missing. */
    private Value ofChosenGroup(Axis axis, Function<Axis, Value> counts) {
        Value.Select select = (Value.Select) ((Axis.Group) axis).communicator();
        if (select.no().equals(Value.Constant.NULL) || select.yes().equals(Value.Constant.NULL)) {
            Value only = select.no().equals(Value.Constant.NULL) ? select.yes() : select.no();
            return pool.of(counts.apply(Axis.in(only)));
        }
        Value yes = pool.of(counts.apply(Axis.in(select.yes())));
        Value no = pool.of(counts.apply(Axis.in(select.no())));
        return pool.of(new Value.Select(select.condition(), yes, no));
    }

    /** Returns whether a value is a class that is known, or a choice between such. */
    private static boolean isNamed(Value value) {
        return value instanceof Value.Select select
                ? isNamed(select.yes()) && isNamed(select.no())
                : value.globalName().filter(CodeType::isClassName).isPresent();
    }

    /** Returns the text that Python's {@code __name__} of a class is. */
    private Value nameOf(Value type) {
        if (type instanceof Value.Select select) {
            return pool.of(new Value.Select(select.condition(), nameOf(select.yes()), nameOf(select.no())));
        }
        return new Value.Constant(CodeType.simpleName(type.globalName().orElseThrow()));
    }

    private Value result(Value.Result result) {
        if (result.function().equals(Value.Result.ITEM)) {
            return item(result);
        }
        if (result.function().equals(Value.Result.CLASS)) {
            return classOf(result);
        }
        if (result.function().equals("bool") && result.arguments().size() == 1) {
            return truth(result.arguments().get(0));
        }
        boolean readsNumber =
                READS_NUMBER.contains(result.function()) && result.arguments().size() == 1;
        if (readsNumber && isOfCount(result.arguments().get(0))) {
            return count(result.arguments().get(0));
        }
        boolean isClassOfGroup = result.function().equals(Value.Result.CLASS_GUESS)
                && result.arguments().get(0) instanceof Value.Communicator;
        return isClassOfGroup ? Value.Constant.FALSE : result;
    }

    /**
     * Returns the comparison of two numbers that the comparison of a text, as that of an environment variable, with a text of a number is.
     *
     * @param at which operand the first text is
     */
    private Optional<Value> ofNumbers(Value.Operation operation, int at) {
        boolean compares = operation.operator() == Operator.EQ || operation.operator() == Operator.NE;
        if (!compares
                || operation.arithmetic() != Arithmetic.DYNAMIC
                || !isOfCount(operation.operands().get(at))
                || !(operation.operands().get(1 - at) instanceof Value.Constant other)
                || !(other.value() instanceof String digits)
                || !NUMBER.matcher(digits).matches()) {
            return Optional.empty();
        }
        List<Value> numbers =
                List.of(count(operation.operands().get(at)), pool.of(Value.Constant.of(Long.parseLong(digits))));
        return Optional.of(pool.of(new Value.Operation(operation.operator(), operation.arithmetic(), numbers)));
    }

    /** Returns the rank or number of ranks that a text is of. */
    private static Value count(Value text) {
        return ((Value.Parts) text).parts().get(0);
    }

    /** Returns whether a value is the text of a rank or of a number of ranks. */
    private static boolean isOfCount(Value text) {
        return text instanceof Value.Parts parts
                && parts.kind() == Build.Kind.TEXT
                && parts.parts().size() == 1
                && (count(text) instanceof Value.Rank || count(text) instanceof Value.Size);
    }

    private Value classOf(Value.Result result) {
        Value of = result.arguments().get(0);
        if (of instanceof Value.Select select) {
            return pool.of(new Value.Select(select.condition(), classOf(select.yes()), classOf(select.no())));
        }
        if (of instanceof Value.Instance instance) {
            return Value.Constant.name(instance.type());
        }
        return of instanceof Value.Result made && CodeType.isClassName(made.function())
                ? Value.Constant.name(made.function())
                : result;
    }

    private Value classOf(Value object) {
        return pool.of(new Value.Result(Value.Result.CLASS, List.of(object), 0));
    }

    /** Returns whether a value is the class of an object, known or not, or a choice between such. */
    private static boolean isClass(Value value) {
        return value.globalName().isPresent()
                || value instanceof Value.Result result && result.function().equals(Value.Result.CLASS)
                || value instanceof Value.Select select && isClass(select.yes()) && isClass(select.no());
    }

    private Value operation(Value.Operation operation) {
        List<Value> operands = operation.operands();
        Value first = operands.get(0);
        if (operands.stream().allMatch(Value.Constant.class::isInstance)) {
            Object known = Operators.apply(
                    operation.operator(),
                    operation.arithmetic(),
                    operands.stream()
                            .map(each -> ((Value.Constant) each).value())
                            .toList());
            return Operators.isLiteral(known) && known != Evaluator.OPEN ? new Value.Constant(known) : operation;
        }
        Optional<Value> numbers = ofNumbers(operation, 0).or(() -> ofNumbers(operation, 1));
        if (numbers.isPresent()) {
            return numbers.get();
        }
        boolean member = operation.operator() == Operator.IN || operation.operator() == Operator.NOT_IN;
        if (member && first instanceof Value.Constant constant && operands.get(1) instanceof Value.Parts parts) {
            return membership(operation, constant, parts);
        }
        Value settled = operation.operator().isTest() ? ofSeveralRanks(operation) : operation;
        if (settled != operation) {
            return settled;
        }
        if (operands.size() == 1 && first instanceof Value.Select select && choosesConstants(select)) {
            return pool.of(new Value.Select(
                    select.condition(), with(operation, List.of(select.yes())), with(operation, List.of(select.no()))));
        }
        if (operation.operator() == Operator.NOT) {
            return negated(first, operation);
        }
        if (operation.operator() == Operator.TRUTH) {
            return isTruth(first) ? first : operation;
        }
        if (operation.operator() == Operator.LEN && first instanceof Value.Parts parts && isSequence(parts)) {
            return Value.Constant.of(parts.parts().size());
        }
        return operands.size() == 2 ? binary(operation) : operation;
    }

    /**
     * Settles a test of the number of ranks alone, of which a process alone never waits: one that compares the number itself, if all jobs of
     * several processes answer alike; one that computes with it, if a process alone answers in another way than all jobs that are tried,
     * small ones and those near its constants.
     */
    private static Value ofSeveralRanks(Value.Operation test) {
        Set<Long> sizes = new LinkedHashSet<>();
        if (!collectSizes(test, sizes)) {
            return test;
        }
        LongStream.rangeClosed(2, SMALL_WORLDS).forEach(sizes::add);
        Set<Object> answers = new HashSet<>();
        for (long size : sizes) {
            answers.add(of(test, size));
            if (answers.size() > 1) {
                return test;
            }
        }
        Object answer = answers.iterator().next();
        boolean known = comparesSize(test) || !answer.equals(of(test, 1));
        return answer instanceof Boolean && known ? new Value.Constant(answer) : test;
    }

    /** Collects numbers of ranks that a value may tell apart; returns whether it is a function of the number of ranks, and of it alone. */
    private static boolean collectSizes(Value value, Set<Long> sizes) {
        if (value instanceof Value.Constant constant) {
            if (constant.value() instanceof Number number) {
                LongStream.rangeClosed(-1, 1)
                        .map(each -> number.longValue() + each)
                        .filter(each -> each > 1)
                        .forEach(sizes::add);
            }
            return true;
        }
        return value.equals(WORLD_SIZE)
                || (value instanceof Value.Operation || isListed(value))
                        && ValueParts.of(value).stream().allMatch(part -> collectSizes(part, sizes));
    }

    /** Returns whether a test compares the number of ranks with constants, or with some of them. */
    private static boolean comparesSize(Value.Operation test) {
        return test.operands().stream()
                .allMatch(each -> each.equals(WORLD_SIZE)
                        || isWhole(each)
                        || test.operator() == Operator.NOT && each instanceof Value.Operation of && comparesSize(of));
    }

    private static boolean isListed(Value value) {
        return value instanceof Value.Parts parts && parts.kind() != Build.Kind.MAP && parts.kind() != Build.Kind.TEXT;
    }

    private static Object of(Value value, long ranks) {
        if (value instanceof Value.Operation operation) {
            return Operators.apply(
                    operation.operator(),
                    operation.arithmetic(),
                    operation.operands().stream().map(each -> of(each, ranks)).toList());
        }
        if (value instanceof Value.Parts parts) {
            return parts.parts().stream().map(each -> of(each, ranks)).toList();
        }
        return value instanceof Value.Constant constant ? constant.value() : (Object) ranks;
    }

    /** Tests a constant against a collection of constants. */
    private static Value membership(Value.Operation operation, Value.Constant constant, Value.Parts parts) {
        if (!isWhole(parts)) {
            return operation;
        }
        Object found = Operators.apply(
                operation.operator(), operation.arithmetic(), Arrays.asList(constant.value(), of(parts, 0)));
        return found == Evaluator.OPEN ? operation : new Value.Constant(found);
    }

    private Value binary(Value.Operation operation) {
        Value left = operation.operands().get(0);
        Value right = operation.operands().get(1);
        if (left.equals(right) && operation.arithmetic() != Arithmetic.FLOATING) {
            switch (operation.operator()) {
                case EQ, LE, GE, IS:
                    return Value.Constant.TRUE;
                case NE, LT, GT, IS_NOT:
                    return Value.Constant.FALSE;
                case SUB, XOR:
                    return isNumber(left, operation) ? Value.Constant.of(0) : operation;
                default:
                    return operation;
            }
        }
        if (left instanceof Value.Select select && isWhole(right) && choosesConstants(select)) {
            return apply(operation, select, true, right);
        }
        if (right instanceof Value.Select select && left instanceof Value.Constant && choosesConstants(select)) {
            return apply(operation, select, false, left);
        }
        boolean identity = operation.operator() == Operator.IS || operation.operator() == Operator.IS_NOT;
        if (right instanceof Value.Constant && isClass(right) && isClass(left)) {
            return comparedClass(operation, left, right);
        }
        if (identity && right.equals(Value.Constant.NULL) && isObject(left)) {
            return new Value.Constant(operation.operator() == Operator.IS_NOT);
        }
        boolean againstZero = right.equals(Value.Constant.of(0)) && isTruth(left);
        if (againstZero && operation.operator() == Operator.NE) {
            return left;
        }
        return againstZero && operation.operator() == Operator.EQ ? pool.not(left) : operation;
    }

    /** One class is one object, so that equality is identity; of a choice each class is compared. */
    private Value comparedClass(Value.Operation operation, Value left, Value right) {
        if (left instanceof Value.Select select) {
            return pool.of(new Value.Select(
                    select.condition(),
                    with(operation, List.of(select.yes(), right)),
                    with(operation, List.of(select.no(), right))));
        }
        Operator equality = operation.operator() == Operator.IS
                ? Operator.EQ
                : operation.operator() == Operator.IS_NOT ? Operator.NE : operation.operator();
        return equality == operation.operator()
                ? operation
                : pool.of(new Value.Operation(equality, operation.arithmetic(), operation.operands()));
    }

    /** Returns whether a value is an object that the program makes, and never null. */
    private static boolean isObject(Value value) {
        return value instanceof Value.Instance
                || value instanceof Value.Function
                || value instanceof Value.Parts
                || value instanceof Value.Select select && isObject(select.yes()) && isObject(select.no());
    }

    /** An operator of a constant and a choice between constants is a choice between constants. */
    private Value apply(Value.Operation operation, Value.Select select, boolean first, Value constant) {
        Value yes = with(operation, first ? List.of(select.yes(), constant) : List.of(constant, select.yes()));
        Value no = with(operation, first ? List.of(select.no(), constant) : List.of(constant, select.no()));
        boolean known = (choosesConstants(yes) || isTruth(yes)) && (choosesConstants(no) || isTruth(no));
        return known ? pool.of(new Value.Select(select.condition(), yes, no)) : operation;
    }

    /** Returns whether a value is a constant or the number of ranks, or a choice between such. */
    private static boolean choosesConstants(Value value) {
        return value instanceof Value.Constant
                || value.equals(WORLD_SIZE)
                || value instanceof Value.Select select
                        && choosesConstants(select.yes())
                        && choosesConstants(select.no());
    }

    private Value with(Value.Operation operation, List<Value> operands) {
        return pool.of(new Value.Operation(operation.operator(), operation.arithmetic(), operands));
    }

    /** Returns whether a value is a constant or a collection of constants. */
    private static boolean isWhole(Value value) {
        return value instanceof Value.Constant
                || isListed(value) && ValueParts.of(value).stream().allMatch(Value.Constant.class::isInstance);
    }

    private static boolean isNumber(Value value, Value.Operation in) {
        return in.arithmetic() != Arithmetic.DYNAMIC || value instanceof Value.Rank || value instanceof Value.Size;
    }

    private Value negated(Value of, Value otherwise) {
        if (!(of instanceof Value.Operation operation)) {
            return otherwise;
        }
        Operator opposite = NEGATED.get(operation.operator());
        boolean ordered = ORDERED.contains(operation.operator());
        if (opposite != null && !(ordered && operation.arithmetic() == Arithmetic.FLOATING)) {
            return pool.of(new Value.Operation(opposite, operation.arithmetic(), operation.operands()));
        }
        if (operation.operator() == Operator.NOT) {
            return truth(operation.operands().get(0));
        }
        return operation.operator() == Operator.TRUTH
                ? pool.not(operation.operands().get(0))
                : otherwise;
    }

    private Value truth(Value value) {
        return pool.of(new Value.Operation(Operator.TRUTH, Arithmetic.DYNAMIC, List.of(value)));
    }

    private static boolean isTruth(Value value) {
        return value instanceof Value.Operation operation
                        && (operation.operator().isTest() || operation.operator() == Operator.NOT)
                || value instanceof Value.Constant constant && constant.value() instanceof Boolean
                || value instanceof Value.Select select && isTruth(select.yes()) && isTruth(select.no())
                || value instanceof Value.More;
    }

    private Value select(Value.Select select) {
        Value condition = select.condition();
        if (condition instanceof Value.Constant constant) {
            return Operators.truth(constant.value()) ? select.yes() : select.no();
        }
        Value yes = known(select.yes(), condition, true);
        Value no = known(select.no(), condition, false);
        if (yes.equals(no)) {
            return yes;
        }
        if (condition instanceof Value.Operation operation) {
            if (operation.operator() == Operator.NOT) {
                return new Value.Select(operation.operands().get(0), no, yes);
            }
            if (NEGATIVE.contains(operation.operator())) {
                return new Value.Select(pool.not(condition), no, yes);
            }
        }
        if (condition instanceof Value.Select inner && choosesConstants(inner)) {
            return pool.of(new Value.Select(
                    inner.condition(),
                    pool.of(new Value.Select(inner.yes(), yes, no)),
                    pool.of(new Value.Select(inner.no(), yes, no))));
        }
        if (condition instanceof Value.Select inner) {
            Value one = chosen(inner, true, yes, no);
            if (one.equals(chosen(inner, false, yes, no))) {
                return one;
            }
        }
        if (yes.equals(Value.Constant.TRUE) && no.equals(Value.Constant.FALSE)) {
            return truth(condition);
        }
        if (yes.equals(Value.Constant.FALSE) && no.equals(Value.Constant.TRUE)) {
            return pool.not(condition);
        }
        return yes == select.yes() && no == select.no() ? select : new Value.Select(condition, yes, no);
    }

    /** Returns a choice by one side of a choice between conditions. */
    private Value chosen(Value.Select by, boolean side, Value yes, Value no) {
        Value condition = side ? by.yes() : by.no();
        return pool.of(new Value.Select(condition, known(yes, by.condition(), side), known(no, by.condition(), side)));
    }

    /** What a value is where a condition is known. */
    static Value known(Value value, Value condition, boolean truth) {
        Value known = value;
        while (known instanceof Value.Select select && select.condition().equals(condition)) {
            known = truth ? select.yes() : select.no();
        }
        return known.equals(condition) && isTruth(condition)
                ? truth ? Value.Constant.TRUE : Value.Constant.FALSE
                : known;
    }

    private static boolean isSequence(Value.Parts parts) {
        return parts.kind() == Build.Kind.LIST || parts.kind() == Build.Kind.TUPLE || parts.kind() == Build.Kind.ARRAY;
    }

    private Value item(Value.Result item) {
        if (!(item.arguments().get(1) instanceof Value.Constant key)) {
            return item;
        }
        if (item.arguments().get(0) instanceof Value.Element element) {
            return ofElement(element, key).orElse(item);
        }
        if (item.arguments().get(0) instanceof Value.Operation slice
                && slice.operator() == Operator.SLICE
                && key.value() instanceof Long index) {
            return ofSlice(slice, index)
                    .map(at -> item(slice.operands().get(0), Value.Constant.of(at)))
                    .orElse(item);
        }
        if (item.arguments().get(0) instanceof Value.Select select && isOfParts(select)) {
            return pool.of(new Value.Select(select.condition(), item(select.yes(), key), item(select.no(), key)));
        }
        if (!(item.arguments().get(0) instanceof Value.Parts parts)) {
            return item;
        }
        if (isSequence(parts) && key.value() instanceof Long index) {
            long at = index < 0 ? index + parts.parts().size() : index;
            return at >= 0 && at < parts.parts().size() ? parts.parts().get((int) at) : item;
        }
        if (parts.kind() == Build.Kind.MAP) {
            Value found = item;
            for (int i = 0; i + 1 < parts.parts().size(); i += 2) {
                if (!(parts.parts().get(i) instanceof Value.Constant each)) {
                    return item;
                }
                found = Operators.equal(each.value(), key.value())
                        ? parts.parts().get(i + 1)
                        : found;
            }
            return found;
        }
        return item;
    }

    /** Returns where an item of {@code all[from:to]} is in the whole; empty unless both are counted from the beginning. */
    private static Optional<Long> ofSlice(Value.Operation slice, long index) {
        List<Value> operands = slice.operands();
        boolean isPlain = operands.subList(1, operands.size()).stream()
                .allMatch(each -> each.equals(Value.Constant.NULL)
                        || each instanceof Value.Constant bound && bound.value() instanceof Long at && at >= 0);
        boolean hasStep = operands.size() > 3 && !operands.get(3).equals(Value.Constant.NULL);
        if (!isPlain || hasStep || index < 0) {
            return Optional.empty();
        }
        long at = index + (number(operands.get(1)) instanceof Long from ? from : 0);
        return number(operands.get(2)) instanceof Long to && at >= to ? Optional.empty() : Optional.of(at);
    }

    private static Object number(Value constant) {
        return ((Value.Constant) constant).value();
    }

    /** Python's {@code for i, x in enumerate(all)} and {@code for x, y in zip(all, others)} take elements of these collections. */
    private Optional<Value> ofElement(Value.Element element, Value.Constant key) {
        if (!(element.of() instanceof Value.Result all) || !(key.value() instanceof Long index)) {
            return Optional.empty();
        }
        List<Value> collections = all.arguments();
        boolean isValue = all.function().equals("enumerate") && index == 1 && !collections.isEmpty();
        boolean isZipped = all.function().equals("zip") && index >= 0 && index < collections.size();
        return isValue || isZipped
                ? Optional.of(
                        pool.of(new Value.Element(element.loop(), collections.get(isValue ? 0 : index.intValue()))))
                : Optional.empty();
    }

    private Value item(Value of, Value key) {
        return pool.of(new Value.Result(Value.Result.ITEM, List.of(of, key), 0));
    }

    /** Returns whether a value is a collection, or a choice with one. */
    private static boolean isOfParts(Value value) {
        return value instanceof Value.Parts
                || value instanceof Value.Select select && (isOfParts(select.yes()) || isOfParts(select.no()));
    }
}
