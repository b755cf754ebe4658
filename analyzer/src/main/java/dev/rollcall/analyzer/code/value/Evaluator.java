package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Evaluates values on one rank of a small job. An object is null, a {@link Boolean}, {@link Long}, {@link Double}, {@link String},
 * {@link Literal.Name}, {@link List} (lists, tuples, arrays and sets), {@link Map}, or opaque. Collections and texts have at most {@link
 * #MOST_ELEMENTS} elements. Nothing of the program runs, and the number of evaluated nodes is bounded. Not thread-safe.
 */
public final class Evaluator {
    /** Stands for a value that is not known. */
    public static final Object OPEN = new Object() {
        @Override
        public String toString() {
            return "open";
        }
    };

    /** The most elements of a list, text or map. */
    public static final int MOST_ELEMENTS = 512;

    /** The most nodes of one evaluation: a comprehension evaluates its item for each element. */
    private static final int MOST_NODES = 10_000;

    /** The most calls inside each other. */
    private static final int DEEPEST = 16;

    private final KnownFunctions functions;
    private final FunctionResults results;
    private int nodes;
    private int depth;
    private Set<Value> reads;
    private boolean beyond;

    /** An object whose constructor was seen. */
    private record Known(String type, Map<String, Object> fields) {}

    /** A function of the program, in the surroundings in which it was made. */
    private record Closure(Value.Function function, RankModel model) {}

    /** A communicator on one of its members; what others get is a matter of the library. */
    private record Joined(Value.Communicator communicator) {}

    /** What an unknown function is taken to return: {@code match} for these arguments, and something unlike it for others. */
    record Unlike(Object match, List<Object> arguments) {}

    /** Makes an evaluator; {@code results} are those of the program's functions. */
    public Evaluator(KnownFunctions functions, FunctionResults results) {
        this.functions = functions;
        this.results = results;
    }

    /** Returns what a value is on a rank; {@link #OPEN} if that is not known. */
    public Object evaluate(Value value, RankModel model) {
        begin();
        return of(value, model);
    }

    private void begin() {
        nodes = 0;
        depth = 0;
        beyond = false;
    }

    /** Returns whether a condition holds on a rank, by the truth of its value; empty if that is not known. */
    public Optional<Boolean> truth(Value condition, RankModel model) {
        Object truth = evaluate(new Value.Select(condition, Value.Constant.TRUE, Value.Constant.FALSE), model);
        return truth instanceof Boolean known ? Optional.of(known) : Optional.empty();
    }

    /** As {@link #evaluate}, and adds those values to {@code read} that the model's assignment gave. */
    Object evaluate(Value value, RankModel model, Set<Value> read) {
        reads = read;
        Object result = evaluate(value, model);
        reads = null;
        return result;
    }

    /** Returns the number of nodes that the last evaluation visited. */
    int nodes() {
        return nodes;
    }

    /** Returns whether the last evaluation was open because a loop has no such pass on this rank. */
    boolean wasBeyondLoop() {
        return beyond;
    }

    /** Returns whether two objects of this kind that are not equal are sure to be different. */
    static boolean isComparable(Object of) {
        return Operators.isLiteral(of) && of != OPEN
                || of instanceof List<?> list && list.stream().allMatch(Evaluator::isComparable);
    }

    /** Returns a list or text; open if it is too long. */
    static Object bounded(Object of) {
        int size = of instanceof String text ? text.length() : ((Collection<?>) of).size();
        return size > MOST_ELEMENTS ? OPEN : of;
    }

    private Object of(Value value, RankModel model) {
        if (++nodes > MOST_NODES) {
            return OPEN;
        }
        if (model.assignment().containsKey(value)) {
            return assumed(value, model);
        }
        if (value instanceof Value.Constant constant) {
            return constant.value();
        }
        if (value instanceof Value.Rank rank) {
            return rank(rank.axis(), model);
        }
        if (value instanceof Value.Size size) {
            return size(size.axis(), model);
        }
        if (value instanceof Value.Operation operation) {
            return Operators.apply(operation.operator(), operation.arithmetic(), all(operation.operands(), model));
        }
        if (value instanceof Value.Select select) {
            Object condition = of(select.condition(), model);
            return condition == OPEN ? OPEN : of(Operators.truth(condition) ? select.yes() : select.no(), model);
        }
        if (value instanceof Value.Result result) {
            return result(result, model);
        }
        if (value instanceof Value.Parts parts) {
            return parts(parts, model);
        }
        if (value.isOfLoop()) {
            return inLoop(value, model);
        }
        if (value instanceof Value.Collected collected) {
            return collected(collected, model);
        }
        if (value instanceof Value.Instance instance) {
            Map<String, Object> fields = new HashMap<>();
            instance.fields().forEach((name, field) -> fields.put(name, of(field, model)));
            return new Known(instance.type(), fields);
        }
        if (value instanceof Value.FieldOf field) {
            Object of = of(field.of(), model);
            return of instanceof Known known ? known.fields.getOrDefault(field.name(), OPEN) : OPEN;
        }
        if (value instanceof Value.Communicator communicator) {
            boolean isMember =
                    membersOf(communicator, model) instanceof List<?> all && all.contains((long) model.rank());
            return isMember ? new Joined(communicator) : OPEN;
        }
        return value instanceof Value.Function function ? new Closure(function, model) : OPEN;
    }

    private Object assumed(Value value, RankModel model) {
        Object assumed = model.assignment().get(value);
        if (reads != null) {
            reads.add(value);
        }
        if (!(assumed instanceof Unlike unlike)) {
            return assumed;
        }
        List<Object> arguments = all(((Value.Result) value).arguments(), model);
        if (arguments.contains(OPEN)) {
            return OPEN;
        }
        boolean matches = Operators.equal(arguments, unlike.arguments);
        return matches ? unlike.match : new Literal.Name(((Value.Result) value).function() + arguments);
    }

    private List<Object> all(List<Value> values, RankModel model) {
        List<Object> all = new ArrayList<>(values.size());
        values.forEach(each -> all.add(of(each, model)));
        return all;
    }

    private Object rank(Axis axis, RankModel model) {
        if (axis.equals(Axis.WORLD) || axis.equals(Axis.LOCAL)) {
            return (long) model.rank();
        }
        if (axis instanceof Axis.Grid grid) {
            int index = model.axes().indexOf(grid.name());
            return index < 0 ? OPEN : (Object) (long) model.coordinate(index);
        }
        Value communicator = ((Axis.Group) axis).communicator();
        Object members = membersOf(communicator, model);
        if (members == OPEN && named(communicator) instanceof Members.Named named) {
            return of(named.rank(), model);
        }
        int index = members instanceof List<?> list ? list.indexOf((long) model.rank()) : -1;
        return members == OPEN ? OPEN : (Object) (long) index;
    }

    private Object size(Axis axis, RankModel model) {
        if (axis.equals(Axis.WORLD) || axis.equals(Axis.LOCAL)) {
            return (long) model.world();
        }
        if (axis instanceof Axis.Grid grid) {
            return model.axes().contains(grid.name()) ? (Object) (long) model.extent() : OPEN;
        }
        Value communicator = ((Axis.Group) axis).communicator();
        Object members = membersOf(communicator, model);
        if (members == OPEN && named(communicator) instanceof Members.Named named) {
            return of(named.size(), model);
        }
        return members instanceof List<?> list ? (Object) (long) list.size() : OPEN;
    }

    private static Members named(Value of) {
        return of instanceof Value.Communicator communicator ? communicator.members() : null;
    }

    /** Returns the ranks of a communicator, in its order, as this rank sees it; {@link #OPEN} if they are not known. */
    public Object members(Value communicator, RankModel model) {
        begin();
        return membersOf(communicator, model);
    }

    private Object membersOf(Value communicator, RankModel model) {
        Value known = communicator;
        for (int i = 0; i < DEEPEST && known instanceof Value.Select select; i++) {
            Object condition = of(select.condition(), model);
            if (condition == OPEN) {
                return OPEN;
            }
            known = Operators.truth(condition) ? select.yes() : select.no();
        }
        if (!(known instanceof Value.Communicator found)) {
            return OPEN;
        }
        if (found.members() instanceof Members.All) {
            return ranks(model, other -> true);
        }
        if (found.members() instanceof Members.Listed listed) {
            Object ranks = of(listed.ranks(), model);
            return ranks instanceof List<?> list && !list.contains(OPEN) ? ranks : OPEN;
        }
        if (found.members() instanceof Members.Named named) {
            return named(named, model);
        }
        if (found.members() instanceof Members.Along along && model.axes().contains(along.axis())) {
            int axis = model.axes().indexOf(along.axis());
            int unit = (int) Math.pow(model.extent(), axis);
            int origin = model.rank() - model.coordinate(axis) * unit;
            return ranks(
                    model,
                    other -> (other - origin) % unit == 0 && other >= origin && other < origin + unit * model.extent());
        }
        if (found.members() instanceof Members.Coloured coloured) {
            Object parent = membersOf(coloured.parent(), model);
            Object own = of(coloured.colour(), model);
            return parent instanceof List<?> list && own != OPEN
                    ? ranks(
                            model,
                            other -> list.contains((long) other)
                                    && Operators.equal(own, of(coloured.colour(), model.at(other))))
                    : OPEN;
        }
        return OPEN;
    }

    /** The ranks that come to one name, by their numbers there; open where these are not as many as the communicator waits for. */
    private Object named(Members.Named named, RankModel model) {
        Object own = of(named.name(), model);
        Object size = of(named.size(), model);
        List<Object> members =
                ranks(model, other -> own == OPEN || Operators.equal(own, of(named.name(), model.at(other))));
        if (!(size instanceof Long count)) {
            return members;
        }
        List<Object> numbers = new ArrayList<>();
        members.forEach(member -> numbers.add(of(named.rank(), model.at(((Long) member).intValue()))));
        // What is not known is the same on all ranks, and so no number of theirs.
        boolean isNumbered = new HashSet<>(numbers).size() > 1 || count == 1;
        if (numbers.contains(OPEN) || !isNumbered) {
            return members.size() == count ? members : OPEN;
        }
        Map<Object, Object> byNumber = new TreeMap<>();
        for (int i = 0; i < numbers.size(); i++) {
            if (numbers.get(i) instanceof Long at
                    && at >= 0
                    && at < count
                    && byNumber.put(at, members.get(i)) != null) {
                return OPEN;
            }
        }
        return byNumber.size() == count ? List.copyOf(byNumber.values()) : OPEN;
    }

    private static List<Object> ranks(RankModel model, IntPredicate member) {
        List<Object> ranks = new ArrayList<>();
        for (int i = 0; i < model.world(); i++) {
            if (member.test(i)) {
                ranks.add((long) i);
            }
        }
        return ranks;
    }

    private Object result(Value.Result result, RankModel model) {
        List<Object> arguments = all(result.arguments(), model);
        if (arguments.contains(OPEN)) {
            return OPEN;
        }
        boolean hasTwo = arguments.size() >= 2;
        return switch (result.function()) {
            case Value.Result.ITEM -> hasTwo ? Operators.item(arguments.get(0), arguments.get(1)) : OPEN;
            case Value.Result.CLASS -> classOf(arguments.get(0));
            default -> functions.apply(result.function(), arguments, this::call);
        };
    }

    private static Object classOf(Object of) {
        return of instanceof Known known ? new Literal.Name(known.type) : OPEN;
    }

    private Object parts(Value.Parts parts, RankModel model) {
        List<Object> all = all(parts.parts(), model);
        switch (parts.kind()) {
            case MAP:
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int i = 0; i + 1 < all.size(); i += 2) {
                    map.put(all.get(i), all.get(i + 1));
                }
                return map.containsKey(OPEN) ? OPEN : map;
            case SET:
                return all.contains(OPEN) ? OPEN : distinct(all);
            case TEXT:
                StringBuilder text = new StringBuilder();
                for (Object each : all) {
                    if (!(each instanceof String || each instanceof Long)) {
                        return OPEN;
                    }
                    text.append(each);
                }
                return bounded(text.toString());
            default:
                return bounded(all);
        }
    }

    private static List<Object> distinct(List<Object> all) {
        List<Object> distinct = new ArrayList<>();
        for (Object each : all) {
            if (distinct.stream().noneMatch(other -> Operators.equal(other, each))) {
                distinct.add(each);
            }
        }
        return distinct;
    }

    /** Evaluates a variable of a loop in the pass that the model's assignment has. */
    private Object inLoop(Value value, RankModel model) {
        if (value instanceof Value.Induction induction) {
            Object pass = pass(induction.loop(), model);
            Object step =
                    Operators.apply(Operator.MUL, Arithmetic.DYNAMIC, Arrays.asList(pass, of(induction.step(), model)));
            return Operators.apply(Operator.ADD, Arithmetic.DYNAMIC, Arrays.asList(of(induction.start(), model), step));
        }
        LoopId loop = value instanceof Value.Element element ? element.loop() : ((Value.More) value).loop();
        Object pass = pass(loop, model);
        Object of = of(ValueParts.of(value).get(0), model);
        if (!(pass instanceof Long index) || !(of instanceof List<?> all)) {
            return OPEN;
        }
        if (value instanceof Value.More) {
            return index < all.size();
        }
        beyond |= index >= all.size();
        return index < all.size() ? all.get(index.intValue()) : OPEN;
    }

    private Object pass(LoopId loop, RankModel model) {
        Value pass = ValuePool.pass(loop);
        Object number = model.assignment().containsKey(pass) ? assumed(pass, model) : OPEN;
        boolean before = number instanceof Long index && index < 0;
        beyond |= before;
        return before ? OPEN : number;
    }

    private Object collected(Value.Collected collected, RankModel model) {
        Object start = of(collected.start(), model);
        Object of = of(collected.of(), model);
        if (!(start instanceof List<?> first) || !(of instanceof List<?> elements)) {
            return OPEN;
        }
        List<Object> all = new ArrayList<>(first);
        Value element = new Value.Element(collected.loop(), collected.of());
        for (Object each : elements) {
            RankModel pass = model.with(element, each);
            Object taken = of(collected.condition(), pass);
            if (taken == OPEN) {
                return OPEN;
            }
            if (Operators.truth(taken)) {
                all.add(of(collected.item(), pass));
            }
        }
        return bounded(all);
    }

    private Object call(Object function, List<Object> arguments) {
        if (!(function instanceof Closure closure) || depth >= DEEPEST) {
            return OPEN;
        }
        Value result = results.result(closure.function.function()).orElse(null);
        if (result == null) {
            return OPEN;
        }
        Map<Value, Object> assignment = new HashMap<>(closure.model.assignment());
        assignment
                .keySet()
                .removeIf(each -> each instanceof Value.Parameter
                        || each instanceof Value.Captured
                        || each instanceof Value.Self);
        List<Object> all = new ArrayList<>();
        Map<String, Value> bound = closure.function.bound();
        bound.forEach((name, value) -> {
            Object known = of(value, closure.model);
            if (name.equals(String.valueOf(all.size()))) {
                all.add(known);
            } else {
                assignment.put(new Value.Captured(name), known);
            }
        });
        all.addAll(arguments);
        for (int i = 0; i < all.size(); i++) {
            assignment.put(new Value.Parameter(i), all.get(i));
        }
        if (!all.isEmpty()) {
            assignment.put(new Value.Self(), all.get(0));
        }
        depth++;
        Object known = of(result, closure.model.assuming(assignment));
        depth--;
        return known;
    }
}
