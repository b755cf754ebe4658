package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Operators on known objects, as Java and Python define them. What an operator does not define for its operands, and a result that does
 * not fit, is {@link Evaluator#OPEN}.
 */
public final class Operators {
    private Operators() {}

    /** Applies an operator; an operand that is open makes the result open. */
    public static Object apply(Operator operator, Arithmetic arithmetic, List<Object> operands) {
        if (operands.contains(Evaluator.OPEN)) {
            return Evaluator.OPEN;
        }
        try {
            return operands.size() == 1
                    ? unary(operator, arithmetic, operands.get(0))
                    : operator == Operator.SLICE ? slice(operands) : binary(operator, arithmetic, operands);
        } catch (ArithmeticException | IndexOutOfBoundsException e) {
            return Evaluator.OPEN;
        }
    }

    private static Object unary(Operator operator, Arithmetic arithmetic, Object of) {
        if (operator == Operator.NOT || operator == Operator.TRUTH) {
            return isSetting(of) ? Evaluator.OPEN : (Object) (truth(of) == (operator == Operator.TRUTH));
        }
        if (operator == Operator.LEN) {
            return length(of);
        }
        if (number(of) == null) {
            return Evaluator.OPEN;
        }
        boolean whole = !(of instanceof Double);
        long bits = number(of).longValue();
        return switch (operator) {
            case NEG ->
                whole
                        ? wrap(arithmetic, Math.negateExact(bits))
                        : (Object) (-number(of).doubleValue());
            case INVERT -> whole ? ~bits : Evaluator.OPEN;
            case TO_INT -> (long) (whole ? (int) bits : (int) number(of).doubleValue());
            case TO_LONG -> bits;
            case TO_BYTE -> (long) (byte) bits;
            case TO_SHORT -> (long) (short) bits;
            case TO_CHAR -> (long) (char) bits;
            case TO_FLOAT -> (double) number(of).floatValue();
            case TO_DOUBLE -> number(of).doubleValue();
            default -> Evaluator.OPEN;
        };
    }

    private static Object binary(Operator operator, Arithmetic arithmetic, List<Object> operands) {
        Object left = operands.get(0);
        Object right = operands.get(1);
        switch (operator) {
            case EQ, NE:
                return mayBeOne(left, right)
                        ? Evaluator.OPEN
                        : (Object) (equal(left, right) == (operator == Operator.EQ));
            case IS, IS_NOT:
                return mayBeOne(left, right)
                        ? Evaluator.OPEN
                        : (Object) (same(left, right) == (operator == Operator.IS));
            case IN, NOT_IN:
                Object found = contains(right, left);
                return found instanceof Boolean in ? (Object) (in == (operator == Operator.IN)) : Evaluator.OPEN;
            case LT, LE, GT, GE:
                return compare(operator, left, right);
            default:
                return number(left) == null || number(right) == null
                        ? joined(operator, left, right)
                        : left instanceof Double || right instanceof Double || arithmetic == Arithmetic.FLOATING
                                ? floating(
                                        operator,
                                        number(left).doubleValue(),
                                        number(right).doubleValue())
                                : whole(
                                        operator,
                                        arithmetic,
                                        number(left).longValue(),
                                        number(right).longValue());
        }
    }

    /** Python's truth; also Java's, whose conditions are booleans. */
    public static boolean truth(Object of) {
        if (of instanceof String text) {
            return !text.isEmpty();
        }
        if (of instanceof Collection<?> all) {
            return !all.isEmpty();
        }
        if (of instanceof Map<?, ?> map) {
            return !map.isEmpty();
        }
        return number(of) != null ? number(of).doubleValue() != 0 : of != null;
    }

    /** Returns a number, a truth as 0 or 1; null for anything else. */
    public static Number number(Object of) {
        if (of instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        return of instanceof Number number ? number : null;
    }

    /** Returns whether two objects are equal, as Python has it: a truth is 0 or 1. */
    public static boolean equal(Object left, Object right) {
        if (number(left) != null && number(right) != null) {
            return left instanceof Double || right instanceof Double
                    ? number(left).doubleValue() == number(right).doubleValue()
                    : number(left).longValue() == number(right).longValue();
        }
        if (left instanceof List<?> one && right instanceof List<?> other) {
            boolean equal = one.size() == other.size();
            for (int i = 0; equal && i < one.size(); i++) {
                equal = equal(one.get(i), other.get(i));
            }
            return equal;
        }
        return Objects.equals(left, right);
    }

    /**
     * Returns whether two unlike operands may be of one thing: a library has {@code torch.distributed.fsdp.StateDictType} in several modules,
     * and its settings may be numbers and texts.
     */
    private static boolean mayBeOne(Object left, Object right) {
        if (isSetting(left) && isPlain(right) || isSetting(right) && isPlain(left)) {
            return true;
        }
        if (!(left instanceof Literal.Name one) || !(right instanceof Literal.Name other) || one.equals(other)) {
            return false;
        }
        String first = one.name();
        String second = other.name();
        boolean isOfProgram = first.indexOf(':') >= 0 || second.indexOf(':') >= 0;
        return !isOfProgram
                && first.indexOf('.') > 0
                && second.indexOf('.') > 0
                && first.startsWith(second.substring(0, second.indexOf('.') + 1))
                && first.endsWith(second.substring(second.lastIndexOf('.')));
    }

    /** Returns whether an object may be a library's setting, of any value, by the form of its name: not that of a class. */
    private static boolean isSetting(Object of) {
        return of instanceof Literal.Name name
                && name.name().indexOf('.') > 0
                && name.name().chars().allMatch(each -> each == '.' || Character.isJavaIdentifierPart(each))
                && (!CodeType.isClassName(name.name())
                        || CodeType.simpleName(name.name()).chars().noneMatch(Character::isLowerCase));
    }

    private static boolean isPlain(Object of) {
        return of instanceof String || number(of) != null;
    }

    /** Two numbers, texts or constants are the same object where they are equal, for all that programs rely on. */
    private static boolean same(Object left, Object right) {
        boolean truths = left instanceof Boolean == right instanceof Boolean;
        return truths && equal(left, right);
    }

    private static Object contains(Object in, Object of) {
        if (in instanceof String text) {
            return of instanceof String part ? (Object) text.contains(part) : Evaluator.OPEN;
        }
        Collection<?> all =
                in instanceof Map<?, ?> map ? map.keySet() : in instanceof Collection<?> found ? found : null;
        if (all == null || all.contains(Evaluator.OPEN)) {
            return Evaluator.OPEN;
        }
        boolean found = all.stream().anyMatch(each -> equal(each, of));
        return !found && all.stream().anyMatch(each -> mayBeOne(each, of)) ? Evaluator.OPEN : (Object) found;
    }

    private static Object compare(Operator operator, Object left, Object right) {
        int order;
        if (left instanceof String one && right instanceof String other) {
            order = one.compareTo(other);
        } else if (number(left) == null || number(right) == null) {
            return Evaluator.OPEN;
        } else if (left instanceof Double || right instanceof Double) {
            double one = number(left).doubleValue();
            double other = number(right).doubleValue();
            if (Double.isNaN(one) || Double.isNaN(other)) {
                return false;
            }
            order = one < other ? -1 : one > other ? 1 : 0;
        } else {
            order = Long.compare(number(left).longValue(), number(right).longValue());
        }
        return switch (operator) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            default -> order >= 0;
        };
    }

    private static Object wrap(Arithmetic arithmetic, long exact) {
        return arithmetic == Arithmetic.INT ? (long) (int) exact : exact;
    }

    private static Object whole(Operator operator, Arithmetic arithmetic, long left, long right) {
        boolean python = arithmetic == Arithmetic.DYNAMIC;
        boolean wraps = arithmetic == Arithmetic.LONG;
        int distance = (int) (arithmetic == Arithmetic.INT ? right & 31 : right & 63);
        boolean shifts = operator == Operator.SHL || operator == Operator.SHR;
        if (python && shifts && (right < 0 || right > 62)) {
            return Evaluator.OPEN;
        }
        return switch (operator) {
            case ADD -> wrap(arithmetic, wraps ? left + right : Math.addExact(left, right));
            case SUB -> wrap(arithmetic, wraps ? left - right : Math.subtractExact(left, right));
            case MUL -> wrap(arithmetic, wraps ? left * right : Math.multiplyExact(left, right));
            case DIV -> python ? (Object) ((double) left / right) : wrap(arithmetic, left / right);
            case FLOOR_DIV -> Math.floorDiv(left, right);
            case MOD -> python ? Math.floorMod(left, right) : left % right;
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SHL -> python ? Math.multiplyExact(left, 1L << distance) : wrap(arithmetic, left << distance);
            case SHR -> left >> distance;
            case USHR -> arithmetic == Arithmetic.INT ? (long) ((int) left >>> distance) : left >>> distance;
            default -> Evaluator.OPEN;
        };
    }

    private static Object floating(Operator operator, double left, double right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUB -> left - right;
            case MUL -> left * right;
            case DIV -> left / right;
            case FLOOR_DIV -> Math.floor(left / right);
            default -> Evaluator.OPEN;
        };
    }

    /** Python's operators of texts and lists. */
    private static Object joined(Operator operator, Object left, Object right) {
        if (operator == Operator.ADD && left instanceof String one && right instanceof String other) {
            return Evaluator.bounded(one + other);
        }
        if (operator == Operator.ADD && left instanceof List<?> one && right instanceof List<?> other) {
            List<Object> all = new ArrayList<>(one);
            all.addAll(other);
            return Evaluator.bounded(all);
        }
        return Evaluator.OPEN;
    }

    private static Object length(Object of) {
        if (of instanceof String text) {
            return (long) text.length();
        }
        if (of instanceof Collection<?> all) {
            return (long) all.size();
        }
        return of instanceof Map<?, ?> map ? (Object) (long) map.size() : Evaluator.OPEN;
    }

    private static Object slice(List<Object> operands) {
        Object step = operands.size() > 3 && operands.get(3) != null ? operands.get(3) : 1L;
        if (!(step instanceof Long by) || by <= 0) {
            return Evaluator.OPEN;
        }
        Object of = operands.get(0);
        Object length = length(of);
        Object from = bound(operands.get(1), 0L, length);
        Object to = bound(operands.get(2), length, length);
        if (!(from instanceof Long first) || !(to instanceof Long last)) {
            return Evaluator.OPEN;
        }
        StringBuilder text = new StringBuilder();
        List<Object> part = new ArrayList<>();
        for (long i = first; i < last; i += by) {
            if (of instanceof String whole) {
                text.append(whole.charAt((int) i));
            } else if (of instanceof List<?> all) {
                part.add(all.get((int) i));
            } else {
                return Evaluator.OPEN;
            }
        }
        return of instanceof String ? (Object) text.toString() : part;
    }

    private static Object bound(Object at, Object otherwise, Object length) {
        Object place = at == null ? otherwise : at;
        if (!(place instanceof Long index) || !(length instanceof Long size)) {
            return Evaluator.OPEN;
        }
        return Math.max(0, Math.min(size, index < 0 ? index + size : index));
    }

    /** Returns an element of a list, text or map; open if there is none. */
    public static Object item(Object of, Object key) {
        if (of instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> each : map.entrySet()) {
                if (equal(each.getKey(), key)) {
                    return each.getValue();
                }
            }
            return Evaluator.OPEN;
        }
        if (number(key) == null || key instanceof Double || !(length(of) instanceof Long size)) {
            return Evaluator.OPEN;
        }
        long index = number(key).longValue();
        long at = index < 0 ? index + size : index;
        if (at < 0 || at >= size) {
            return Evaluator.OPEN;
        }
        if (of instanceof List<?> all) {
            return all.get((int) at);
        }
        return of instanceof String text ? (Object) text.substring((int) at, (int) at + 1) : Evaluator.OPEN;
    }

    /** Returns whether an object may be a literal. */
    static boolean isLiteral(Object of) {
        return of == null
                || of instanceof Boolean
                || of instanceof Long
                || of instanceof Double
                || of instanceof String
                || of instanceof Literal.Name;
    }
}
