package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.flow.ControlFlow;
import dev.rollcall.analyzer.code.flow.LoopForest;
import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs functions in the intermediate form on numbers, texts and collections, as Python does. It knows the functions that {@link
 * RandomPrograms} use: {@code emit} records a value, {@code fail} throws for some, {@code Manager} is a context manager that records.
 */
final class FormInterpreter {
    private static final int MOST_STEPS = 100_000;

    private final CodeUnit unit;
    private final List<String> trace = new ArrayList<>();
    private final Map<CodeFunction, LoopForest> forests = new IdentityHashMap<>();
    private int steps;

    FormInterpreter(CodeUnit unit) {
        this.unit = unit;
    }

    /** A Python exception. */
    static final class Raised extends RuntimeException {
        private static final long serialVersionUID = 1;
        final transient Object value;

        Raised(Object value) {
            super(String.valueOf(value), null, false, false);
            this.value = value;
        }
    }

    private record Tuple(List<Object> items) {}

    private record Failure(String type, List<Object> arguments) {}

    private record Manager(Object name) {}

    private record Closure(FunctionId function, Map<String, Object> bound, Frame maker) {}

    /** An activation of a function. */
    private static final class Frame {
        final Map<Integer, Object> variables = new HashMap<>();
        final Map<String, Object> cells = new HashMap<>();
        final Map<Integer, Iterator<?>> loops = new HashMap<>();
        final Closure closure;

        Frame(Closure closure) {
            this.closure = closure;
        }

        Map<String, Object> holder(String name) {
            for (Frame each = this; each != null; each = each.closure.maker()) {
                if (each.cells.containsKey(name)) {
                    return each.cells;
                }
                if (each.closure.bound().containsKey(name)) {
                    return each.closure.bound();
                }
            }
            return cells;
        }
    }

    /** Returns what a function records, and how it ends. */
    String run(FunctionId function, List<Object> arguments) {
        trace.clear();
        steps = 0;
        try {
            trace.add("returns " + text(call(new Closure(function, Map.of(), null), arguments)));
        } catch (Raised raised) {
            trace.add("raises " + ((Failure) raised.value).type());
        }
        return String.join("; ", trace);
    }

    private Object call(Closure closure, List<Object> arguments) {
        CodeFunction function = unit.function(closure.function()).orElseThrow();
        Frame frame = new Frame(closure);
        int next = 0;
        for (FormalParameter each : function.parameters()) {
            Object value;
            if (each.kind() == FormalParameter.Kind.REST) {
                value = new Tuple(new ArrayList<>(arguments.subList(next, arguments.size())));
                next = arguments.size();
            } else {
                value = next < arguments.size()
                        ? arguments.get(next++)
                        : each.fallback().orElseThrow().value();
            }
            frame.variables.put(each.variable().number(), value);
        }
        LoopForest loops = forests.computeIfAbsent(function, each -> new LoopForest(new ControlFlow(each)));
        int at = 0;
        int before = 0;
        while (true) {
            if (++steps > MOST_STEPS) {
                throw new IllegalStateException("endless: " + function);
            }
            Instruction instruction = function.at(at);
            if (instruction instanceof Instruction.Return end) {
                return value(end.value(), frame);
            }
            int from = before;
            if (loops.withHeader(at).filter(loop -> loop.contains(from)).isEmpty()) {
                frame.loops.remove(at);
            }
            before = at;
            try {
                at = function.next(at)[step(instruction, at, frame)];
            } catch (Raised raised) {
                at = function.handlerOf(before);
                frame.variables.put(-1, raised.value);
            }
            if (at < 0) {
                throw new Raised(frame.variables.get(-1));
            }
        }
    }

    /** Runs an instruction and returns the number of the way on. */
    private int step(Instruction each, int at, Frame frame) {
        if (each instanceof Instruction.Assign assign) {
            set(assign.to(), expression(assign.value(), frame), frame);
        } else if (each instanceof Instruction.Store store) {
            store(store.to(), value(store.value(), frame), frame);
        } else if (each instanceof Instruction.Invoke invoke) {
            set(invoke.to(), invoke(invoke, frame), frame);
        } else if (each instanceof Instruction.Branch branch) {
            return truth(value(branch.condition(), frame)) ? 0 : 1;
        } else if (each instanceof Instruction.Advance advance) {
            return advance(advance, at, frame);
        } else if (each instanceof Instruction.Catch handler) {
            Object exception = frame.variables.get(-1);
            boolean matches =
                    handler.types().isEmpty() || handler.types().stream().anyMatch(type -> is(exception, type));
            set(matches ? handler.to() : null, exception, frame);
            return matches ? 0 : 1;
        } else if (each instanceof Instruction.Throw thrown) {
            throw new Raised(value(thrown.value(), frame));
        } else if (each instanceof Instruction.EnterContext enter) {
            Object manager = value(enter.manager(), frame);
            trace.add("enter " + text(((Manager) manager).name()));
            set(enter.to(), ((Manager) manager).name(), frame);
        } else if (each instanceof Instruction.LeaveContext leave) {
            trace.add("leave " + text(((Manager) value(leave.manager(), frame)).name()));
        } else if (!(each instanceof Instruction.Nothing)) {
            throw new IllegalStateException(String.valueOf(each));
        }
        return 0;
    }

    private static boolean is(Object exception, String type) {
        String own = ((Failure) exception).type();
        return own.equals(type) || type.equals("Exception") || type.equals("LookupError") && own.equals("KeyError");
    }

    private int advance(Instruction.Advance advance, int at, Frame frame) {
        Iterator<?> elements = frame.loops.computeIfAbsent(
                at, key -> elements(value(advance.of(), frame)).iterator());
        if (elements.hasNext()) {
            set(advance.item(), elements.next(), frame);
            return 0;
        }
        return 1;
    }

    private void set(Variable to, Object value, Frame frame) {
        if (to != null) {
            frame.variables.put(to.number(), value);
        }
    }

    private Object value(Operand operand, Frame frame) {
        if (operand instanceof Literal literal) {
            return literal.value();
        }
        int number = ((Variable) operand).number();
        if (!frame.variables.containsKey(number)) {
            throw new IllegalStateException("not set: " + operand);
        }
        return frame.variables.get(number);
    }

    private List<Object> values(List<Operand> operands, Frame frame) {
        List<Object> values = new ArrayList<>();
        operands.forEach(each -> values.add(value(each, frame)));
        return values;
    }

    private Object expression(Expression each, Frame frame) {
        if (each instanceof Expression.Copy copy) {
            return value(copy.of(), frame);
        }
        if (each instanceof Expression.Apply apply) {
            return apply(apply.operator(), values(apply.operands(), frame));
        }
        if (each instanceof Expression.Load load) {
            return load(load.from(), frame);
        }
        if (each instanceof Expression.Closure closure) {
            Map<String, Object> bound = new HashMap<>();
            closure.bound().forEach((name, operand) -> bound.put(name, value(operand, frame)));
            return new Closure(closure.function(), bound, frame);
        }
        if (each instanceof Expression.TypeTest test) {
            Object of = value(test.of(), frame);
            return switch (test.type()) {
                case "collections.abc.Sequence" -> of instanceof List || of instanceof Tuple;
                case "collections.abc.Mapping" -> of instanceof Map;
                case "int" -> of instanceof Long || of instanceof Boolean;
                case "str" -> of instanceof String;
                default -> throw new IllegalStateException(test.type());
            };
        }
        Expression.Build build = (Expression.Build) each;
        List<Object> parts = values(build.parts(), frame);
        return switch (build.kind()) {
            case LIST, ARRAY -> parts;
            case TUPLE -> new Tuple(parts);
            case SET -> new LinkedHashSet<>(parts);
            case TEXT ->
                parts.stream()
                        .map(part -> part instanceof String ? (String) part : text(part))
                        .collect(Collectors.joining());
            case MAP -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int i = 0; i < parts.size(); i += 2) {
                    map.put(parts.get(i), parts.get(i + 1));
                }
                yield map;
            }
        };
    }

    private Object load(Place place, Frame frame) {
        if (place instanceof Place.Captured captured) {
            Map<String, Object> holder = frame.holder(captured.name());
            if (!holder.containsKey(captured.name())) {
                throw new IllegalStateException("not set: " + captured);
            }
            return holder.get(captured.name());
        }
        Place.Item item = (Place.Item) place;
        Object of = value(item.of(), frame);
        Object key = value(item.key(), frame);
        if (of instanceof Map<?, ?> map) {
            if (!map.containsKey(key)) {
                throw new Raised(new Failure("KeyError", List.of()));
            }
            return map.get(key);
        }
        List<Object> all = list(of);
        int index = ((Long) key).intValue();
        if (index >= all.size() || index < -all.size()) {
            throw new Raised(new Failure("IndexError", List.of()));
        }
        return all.get(Math.floorMod(index, all.size()));
    }

    @SuppressWarnings("unchecked")
    private void store(Place place, Object value, Frame frame) {
        if (place instanceof Place.Captured captured) {
            frame.holder(captured.name()).put(captured.name(), value);
            return;
        }
        Place.Item item = (Place.Item) place;
        Object of = value(item.of(), frame);
        Object key = value(item.key(), frame);
        if (of instanceof Map<?, ?>) {
            ((Map<Object, Object>) of).put(key, value);
        } else {
            List<Object> all = (List<Object>) of;
            all.set(Math.floorMod((Long) key, all.size()), value);
        }
    }

    @SuppressWarnings("unchecked")
    private Object invoke(Instruction.Invoke invoke, Frame frame) {
        List<Object> arguments = new ArrayList<>();
        for (Argument each : invoke.arguments()) {
            Object value = value(each.value(), frame);
            if (each.name().equals(Argument.SEQUENCE)) {
                arguments.addAll(elements(value));
            } else {
                arguments.add(value);
            }
        }
        if (invoke.callee() instanceof Callee.Exact exact) {
            return call(new Closure(exact.function(), Map.of(), null), arguments);
        }
        if (invoke.callee() instanceof Callee.Computed computed) {
            return call((Closure) value(computed.function(), frame), arguments);
        }
        if (invoke.callee() instanceof Callee.Virtual method) {
            Object of = value(method.receiver(), frame);
            switch (method.name()) {
                case "append" -> ((List<Object>) of).add(arguments.get(0));
                case "add" -> ((Set<Object>) of).add(arguments.get(0));
                case "extend" -> ((List<Object>) of).addAll(elements(arguments.get(0)));
                case "items" -> {
                    List<Object> items = new ArrayList<>();
                    ((Map<Object, Object>) of)
                            .forEach((key, value) -> items.add(new Tuple(new ArrayList<>(List.of(key, value)))));
                    return items;
                }
                case "update" -> ((Map<Object, Object>) of).putAll((Map<Object, Object>) arguments.get(0));
                case "__delitem__" ->
                    ((List<Object>) of).remove(Math.floorMod((Long) arguments.get(0), list(of).size()));
                default -> throw new IllegalStateException(method.name());
            }
            return null;
        }
        return named(((Callee.Named) invoke.callee()).name(), arguments);
    }

    private Object named(String name, List<Object> arguments) {
        Object first = arguments.isEmpty() ? null : arguments.get(0);
        switch (name) {
            case "emit" -> {
                trace.add(text(first));
                return first;
            }
            case "fail" -> {
                if (Math.floorMod((Long) number(first), 3L) == 0) {
                    throw new Raised(new Failure("KeyError", arguments));
                }
                return first;
            }
            case "ValueError", "KeyError", "AssertionError" -> {
                return new Failure(name, arguments);
            }
            case "Manager" -> {
                return new Manager(first);
            }
            case "range" -> {
                long from = arguments.size() < 2 ? 0 : number(first);
                long to = arguments.size() < 2 ? number(first) : number(arguments.get(1));
                List<Object> all = new ArrayList<>();
                for (long i = from; i < to; i++) {
                    all.add(i);
                }
                return all;
            }
            case "list" -> {
                return new ArrayList<>(elements(first));
            }
            case "tuple" -> {
                return new Tuple(new ArrayList<>(elements(first)));
            }
            case "sum" -> {
                return elements(first).stream()
                        .mapToLong(FormInterpreter::number)
                        .sum();
            }
            case "dict" -> {
                return new LinkedHashMap<>((Map<?, ?>) first);
            }
            case "abs" -> {
                return Math.abs(number(first));
            }
            case "repr" -> {
                return text(first);
            }
            default -> throw new IllegalStateException(name);
        }
    }

    private static long number(Object of) {
        return of instanceof Boolean truth ? truth ? 1 : 0 : (Long) of;
    }

    private static boolean truth(Object of) {
        if (of instanceof String text) {
            return !text.isEmpty();
        }
        if (of instanceof Boolean || of instanceof Long) {
            return number(of) != 0;
        }
        return of != null && (of instanceof Closure || !elements(of).isEmpty());
    }

    private static Collection<Object> elements(Object of) {
        if (of instanceof Tuple tuple) {
            return tuple.items();
        }
        Collection<?> all = of instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) of;
        return Collections.unmodifiableCollection(new ArrayList<Object>(all));
    }

    private static List<Object> list(Object of) {
        return new ArrayList<>(elements(of));
    }

    private static Object apply(Operator operator, List<Object> operands) {
        Object left = operands.get(0);
        Object right = operands.size() > 1 ? operands.get(1) : null;
        return switch (operator) {
            case NOT -> !truth(left);
            case LEN -> (long) elements(left).size();
            case EQ, IS -> same(left, right);
            case NE, IS_NOT -> !same(left, right);
            case IN -> elements(right).stream().anyMatch(each -> same(each, left));
            case NOT_IN -> elements(right).stream().noneMatch(each -> same(each, left));
            case SLICE -> slice(operands);
            case ADD -> {
                if (left instanceof List<?> one) {
                    List<Object> all = new ArrayList<>(one);
                    all.addAll(elements(right));
                    yield all;
                }
                yield left instanceof String ? left + (String) right : (Object) (number(left) + number(right));
            }
            default -> arithmetic(operator, number(left), right == null ? 0 : number(right));
        };
    }

    private static boolean same(Object left, Object right) {
        boolean numbers = (left instanceof Boolean || left instanceof Long)
                && (right instanceof Boolean || right instanceof Long);
        return numbers ? number(left) == number(right) : text(left).equals(text(right));
    }

    private static Object arithmetic(Operator operator, long left, long right) {
        return switch (operator) {
            case NEG -> -left;
            case INVERT -> ~left;
            case SUB -> left - right;
            case MUL -> left * right;
            case FLOOR_DIV -> Math.floorDiv(left, right);
            case MOD -> Math.floorMod(left, right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case LT -> left < right;
            case LE -> left <= right;
            case GT -> left > right;
            case GE -> left >= right;
            default -> throw new IllegalStateException(operator.toString());
        };
    }

    private static Object slice(List<Object> operands) {
        List<Object> all = list(operands.get(0));
        int from = bound(operands.get(1), 0, all.size());
        int to = Math.max(from, bound(operands.get(2), all.size(), all.size()));
        List<Object> part = new ArrayList<>(all.subList(from, to));
        return operands.get(0) instanceof Tuple ? new Tuple(part) : part;
    }

    private static int bound(Object at, int otherwise, int size) {
        int bound = at == null ? otherwise : ((Long) at).intValue();
        return Math.max(0, Math.min(size, bound < 0 ? bound + size : bound));
    }

    /** Returns what Python's {@code repr} gives. */
    private static String text(Object of) {
        if (of == null) {
            return "None";
        }
        if (of instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (of instanceof String text) {
            return "'" + text + "'";
        }
        if (of instanceof Tuple tuple) {
            return "(" + texts(tuple.items()) + (tuple.items().size() == 1 ? ",)" : ")");
        }
        if (of instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> text(each.getKey()) + ": " + text(each.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return of instanceof List<?> list ? "[" + texts(list) + "]" : String.valueOf(of);
    }

    private static String texts(List<?> all) {
        return all.stream().map(FormInterpreter::text).collect(Collectors.joining(", "));
    }
}
