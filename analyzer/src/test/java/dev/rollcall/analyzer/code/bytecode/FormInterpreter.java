package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Runs functions of the form as Java defines what they mean. Whole numbers are {@link Long}, others {@link Double}, truths 0 and 1;
 * an object is its class's name and its fields.
 */
final class FormInterpreter {
    private static final int MOST_STEPS = 200_000;

    private final CodeProgram program;
    private final Map<Place.Global, Object> globals = new HashMap<>();
    private int steps;

    /** An object of the program, or an exception. */
    record Instance(String type, Map<String, Object> fields) {}

    private record Function(FunctionId id, List<Object> bound) {}

    /** An exception of the program that runs. */
    static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Instance value;

        Thrown(Instance value) {
            super(value.type, null, false, false);
            this.value = value;
        }

        String type() {
            return value.type;
        }
    }

    FormInterpreter(CodeProgram program) {
        this.program = program;
    }

    /** Returns what a function returns; its arguments are as above. */
    Object call(FunctionId id, List<Object> arguments) {
        CodeFunction function = program.function(id).orElseThrow();
        if (!function.gap().isEmpty()) {
            throw new AssertionError(id + ": " + function.gap());
        }
        Map<Variable, Object> values = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            values.put(function.parameters().get(i).variable(), arguments.get(i));
        }
        return run(function, values);
    }

    private Object run(CodeFunction function, Map<Variable, Object> values) {
        int at = 0;
        Instance caught = null;
        while (true) {
            if (++steps > MOST_STEPS) {
                throw new AssertionError("runs for ever: " + function.id());
            }
            Instruction each = function.at(at);
            int[] next = function.next(at);
            try {
                if (each instanceof Instruction.Return end) {
                    return end.value() == null ? null : value(end.value(), values);
                } else if (each instanceof Instruction.Throw thrown) {
                    throw new Thrown((Instance) value(thrown.value(), values));
                } else if (each instanceof Instruction.Branch branch) {
                    at = next[truth(value(branch.condition(), values)) ? 0 : 1];
                } else if (each instanceof Instruction.Catch handler) {
                    Instance exception = caught;
                    boolean matches = handler.types().isEmpty()
                            || handler.types().stream().anyMatch(type -> isA(exception.type, type));
                    if (!matches && next[1] < 0) {
                        throw new Thrown(exception);
                    }
                    if (matches) {
                        values.put(handler.to(), exception);
                    }
                    at = next[matches ? 0 : 1];
                } else {
                    execute(each, values);
                    at = next[0];
                }
            } catch (Thrown thrown) {
                caught = thrown.value;
                if (each instanceof Instruction.Catch || function.handlerOf(at) < 0) {
                    throw thrown;
                }
                at = function.handlerOf(at);
            }
        }
    }

    private static boolean isA(String type, String of) {
        try {
            return Class.forName(of).isAssignableFrom(Class.forName(type));
        } catch (ClassNotFoundException e) {
            return type.equals(of);
        }
    }

    private void execute(Instruction each, Map<Variable, Object> values) {
        if (each instanceof Instruction.Assign assign) {
            values.put(assign.to(), expression(assign.value(), values));
        } else if (each instanceof Instruction.Store store) {
            store(store, values);
        } else if (each instanceof Instruction.Invoke call) {
            Object result = invoke(call, values);
            if (call.to() != null) {
                values.put(call.to(), result);
            }
        } else if (!(each instanceof Instruction.Nothing)) {
            throw new AssertionError(each);
        }
    }

    private Object value(Operand operand, Map<Variable, Object> values) {
        if (operand instanceof Literal literal) {
            return literal.value() instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : literal.value();
        }
        if (!values.containsKey(operand)) {
            throw new AssertionError("not set: " + operand);
        }
        return values.get(operand);
    }

    private static boolean truth(Object of) {
        return ((Long) of) != 0;
    }

    private static Object truth(boolean of) {
        return of ? 1L : 0L;
    }

    private Object expression(Expression expression, Map<Variable, Object> values) {
        if (expression instanceof Expression.Copy copy) {
            return value(copy.of(), values);
        }
        if (expression instanceof Expression.Apply apply) {
            List<Object> operands =
                    apply.operands().stream().map(each -> value(each, values)).collect(Collectors.toList());
            return apply(apply, operands);
        }
        if (expression instanceof Expression.Load load) {
            return load(load.from(), values);
        }
        if (expression instanceof Expression.Build build) {
            List<Object> parts =
                    build.parts().stream().map(each -> value(each, values)).collect(Collectors.toList());
            return switch (build.kind()) {
                case TEXT -> parts.stream().map(String::valueOf).collect(Collectors.joining());
                case ARRAY -> parts.toArray();
                default -> parts;
            };
        }
        if (expression instanceof Expression.Allocate allocate) {
            Object[] array = new Object[((Long) value(allocate.lengths().get(0), values)).intValue()];
            Arrays.fill(array, allocate.type().equals("double") ? (Object) 0.0 : (Object) 0L);
            return array;
        }
        if (expression instanceof Expression.Closure closure) {
            return new Function(
                    closure.function(),
                    closure.bound().values().stream()
                            .map(each -> value(each, values))
                            .toList());
        }
        Expression.TypeTest test = (Expression.TypeTest) expression;
        Object of = value(test.of(), values);
        return truth(of instanceof String && test.type().equals("java.lang.String")
                || of instanceof Long && test.type().equals("java.lang.Integer")
                || of instanceof Instance instance && instance.type.equals(test.type())
                || of instanceof Literal.Name name && name.name().startsWith(test.type() + "."));
    }

    private Object load(Place from, Map<Variable, Object> values) {
        if (from instanceof Place.Item item) {
            return ((Object[]) value(item.of(), values))[index(item, values)];
        }
        if (from instanceof Place.Field field) {
            return ((Instance) value(field.of(), values)).fields.get(field.name());
        }
        return globals.getOrDefault((Place.Global) from, 0L);
    }

    private int index(Place.Item item, Map<Variable, Object> values) {
        return ((Long) value(item.key(), values)).intValue();
    }

    private void store(Instruction.Store store, Map<Variable, Object> values) {
        Object value = value(store.value(), values);
        if (store.to() instanceof Place.Item item) {
            ((Object[]) value(item.of(), values))[index(item, values)] = value;
        } else if (store.to() instanceof Place.Field field) {
            ((Instance) value(field.of(), values)).fields.put(field.name(), value);
        } else {
            globals.put((Place.Global) store.to(), value);
        }
    }

    private Object invoke(Instruction.Invoke call, Map<Variable, Object> values) {
        List<Object> arguments = new ArrayList<>();
        for (Argument each : call.arguments()) {
            arguments.add(value(each.value(), values));
        }
        if (call.callee() instanceof Callee.Exact exact) {
            return call(exact.function(), arguments);
        }
        if (call.callee() instanceof Callee.Constructor made) {
            Instance instance = new Instance(made.type(), new HashMap<>());
            program.method(made.type(), "<init>", made.descriptor()).ifPresent(constructor -> {
                List<Object> all = new ArrayList<>(List.of(instance));
                all.addAll(arguments);
                call(constructor, all);
            });
            return instance;
        }
        if (call.callee() instanceof Callee.Virtual method) {
            Object receiver = value(method.receiver(), values);
            if (receiver instanceof Function function) {
                List<Object> all = new ArrayList<>(function.bound);
                all.addAll(arguments);
                return call(function.id, all);
            }
            if (receiver instanceof Instance instance) {
                FunctionId id = program.method(instance.type, method.name(), method.descriptor())
                        .orElseThrow(() -> new AssertionError(method));
                arguments.add(0, receiver);
                return call(id, arguments);
            }
            return ofText(method.name(), receiver, arguments);
        }
        return library((Callee.Named) call.callee(), arguments);
    }

    private static Object ofText(String name, Object receiver, List<Object> arguments) {
        return switch (name) {
            case "hashCode" -> (long) receiver.hashCode();
            case "equals" -> truth(receiver.equals(arguments.get(0)));
            case "length" -> (long) ((String) receiver).length();
            case "charAt" -> (long) ((String) receiver).charAt(((Long) arguments.get(0)).intValue());
            case "ordinal" -> 0L; // Only the array of a switch asks for it.
            default -> throw new AssertionError(name);
        };
    }

    private static Object library(Callee.Named callee, List<Object> arguments) {
        return switch (callee.name() + callee.descriptor()) {
            case "java.lang.Math.max(II)I" -> Math.max((Long) arguments.get(0), (Long) arguments.get(1));
            case "java.lang.Math.min(II)I" -> Math.min((Long) arguments.get(0), (Long) arguments.get(1));
            case "java.lang.Math.abs(I)I" -> (long) Math.abs(((Long) arguments.get(0)).intValue());
            case "java.lang.Long.compare(JJ)I" -> (long) Long.compare((Long) arguments.get(0), (Long) arguments.get(1));
            case "java.lang.String.valueOf(C)Ljava/lang/String;" ->
                String.valueOf((char) ((Long) arguments.get(0)).intValue());
            case "java.lang.String.valueOf(Z)Ljava/lang/String;" -> String.valueOf(truth(arguments.get(0)));
            default -> throw new AssertionError(callee);
        };
    }

    private static Object apply(Expression.Apply apply, List<Object> operands) {
        Object first = operands.get(0);
        switch (apply.operator()) {
            case NOT:
                return truth(!truth(first));
            case LEN:
                return (long) ((Object[]) first).length;
            case TO_INT:
                return (long) (first instanceof Double d ? d.intValue() : ((Long) first).intValue());
            case TO_LONG:
                return ((Number) first).longValue();
            case TO_BYTE:
                return (long) ((Long) first).byteValue();
            case TO_SHORT:
                return (long) ((Long) first).shortValue();
            case TO_CHAR:
                return (long) (char) ((Long) first).intValue();
            case TO_FLOAT:
                return (double) ((Number) first).floatValue();
            case TO_DOUBLE:
                return ((Number) first).doubleValue();
            case NEG:
                return first instanceof Double d ? (Object) (-d) : wrap(apply.arithmetic(), -(Long) first);
            case IS, IS_NOT:
                boolean same = first instanceof Instance || operands.get(1) instanceof Instance
                        ? first == operands.get(1)
                        : Objects.equals(first, operands.get(1));
                return truth(same == apply.operator().name().equals("IS"));
            case IN:
                return truth(((List<?>) operands.get(1)).contains(first));
            default:
                return first instanceof Long && operands.get(1) instanceof Long
                        ? whole(apply, (Long) first, (Long) operands.get(1))
                        : apply.arithmetic() == Arithmetic.FLOATING
                                ? floating(
                                        apply, ((Number) first).doubleValue(), ((Number) operands.get(1)).doubleValue())
                                : truth(Objects.equals(first, operands.get(1)));
        }
    }

    private static Object wrap(Arithmetic arithmetic, long value) {
        return arithmetic == Arithmetic.INT ? (long) (int) value : value;
    }

    private static Object whole(Expression.Apply apply, long left, long right) {
        Arithmetic arithmetic = apply.arithmetic();
        boolean narrow = arithmetic == Arithmetic.INT;
        return switch (apply.operator()) {
            case ADD -> wrap(arithmetic, left + right);
            case SUB -> wrap(arithmetic, left - right);
            case MUL -> wrap(arithmetic, left * right);
            case DIV -> wrap(arithmetic, left / right);
            case MOD -> wrap(arithmetic, left % right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SHL -> narrow ? (Object) (long) ((int) left << right) : (Object) (left << right);
            case SHR -> narrow ? (Object) (long) ((int) left >> right) : (Object) (left >> right);
            case USHR -> narrow ? (Object) (long) ((int) left >>> right) : (Object) (left >>> right);
            case EQ -> truth(left == right);
            case NE -> truth(left != right);
            case LT -> truth(left < right);
            case LE -> truth(left <= right);
            case GT -> truth(left > right);
            case GE -> truth(left >= right);
            default -> throw new AssertionError(apply);
        };
    }

    private static Object floating(Expression.Apply apply, double left, double right) {
        return switch (apply.operator()) {
            case ADD -> left + right;
            case SUB -> left - right;
            case MUL -> left * right;
            case DIV -> left / right;
            case MOD -> left % right;
            case EQ -> truth(left == right);
            case NE -> truth(left != right);
            case LT -> truth(left < right);
            case LE -> truth(left <= right);
            case GT -> truth(left > right);
            case GE -> truth(left >= right);
            default -> throw new AssertionError(apply);
        };
    }
}
