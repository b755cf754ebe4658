package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Python's arithmetic, on known numbers; on others an expression that says the same. */
final class Operators {
    private static final Set<String> FOLDED = Set.of("+", "-", "*", "%");
    private static final int LONGEST = 4_096;

    private final PythonRun run;

    Operators(PythonRun run) {
        this.run = run;
    }

    Value unary(String sign, Value value) {
        if (value instanceof Const known && known.isNumber()) {
            boolean real = known.content() instanceof Double;
            Object result = switch (sign) {
                case "-" -> real ? (Object) (-(Double) known.content()) : (Object) (-known.number());
                case "~" -> ~known.number();
                default -> known.content();
            };
            return new Const(result, known.ranked(), origin(known));
        }
        return sign.equals("-") && number(value) != null
                ? Sym.of("-", 'J', origin(value), Const.of(0L), number(value))
                : unknown(sign, value);
    }

    Value binary(String sign, Value left, Value right) {
        if (left instanceof Const a && right instanceof Const b) {
            Object known = known(sign, a, b);
            if (known != null) {
                Open origin = left.origin() != null ? left.origin() : origin(right);
                return new Const(known, Keys.ranked(left, right), origin);
            }
        }
        if (left instanceof Items a && right instanceof Items b && sign.equals("+")) {
            List<Value> all = new ArrayList<>(a.all);
            all.addAll(b.all);
            return new Items(all, run.open);
        }
        if (left instanceof Items a && right instanceof Const times && sign.equals("*")) {
            run.part(times);
            boolean fits = times.number() >= 0 && times.number() * a.all.size() <= LONGEST;
            return fits ? repeated(a, (int) times.number()) : unknown("items", left, right);
        }
        Value shaped = shaped(left) ? left : shaped(right) ? right : null;
        if (shaped instanceof Unknown tensor) {
            Unknown made = unknown(sign, left, right);
            made.kind = Unknown.Kind.TENSOR;
            boolean scalar = !shaped(left) || !shaped(right);
            made.count = scalar ? tensor.count : null;
            made.element = scalar ? tensor.element : null;
            return made;
        }
        Value a = number(left);
        Value b = number(right);
        return FOLDED.contains(sign) && a != null && b != null
                ? Sym.of(sign, 'J', origin(left), a, b)
                : unknown(sign, left, right);
    }

    private Items repeated(Items items, int times) {
        return new Items(
                Collections.nCopies(times, items.all).stream()
                        .flatMap(List::stream)
                        .toList(),
                run.open);
    }

    private static boolean shaped(Value value) {
        return value instanceof Unknown unknown && unknown.kind == Unknown.Kind.TENSOR;
    }

    private static Value number(Value value) {
        if (value instanceof Unknown unknown && unknown.kind == Unknown.Kind.ANY) {
            return unknown.number();
        }
        boolean whole = value instanceof Const known && known.isNumber() && !(known.content() instanceof Double);
        return value instanceof Sym || whole ? value : null;
    }

    private Unknown unknown(String sign, Value... operands) {
        return run.unknown(Keys.of(sign, operands), Keys.ranked(operands));
    }

    private Open origin(Value value) {
        return value.origin() != null ? value.origin() : run.open;
    }

    private static Object known(String sign, Const a, Const b) {
        if (a.content() instanceof String text) {
            boolean joined = sign.equals("+") && b.content() instanceof String;
            return joined ? text + b.content() : null;
        }
        if (!a.isNumber() || !b.isNumber()) {
            return null;
        }
        boolean real = a.content() instanceof Double || b.content() instanceof Double || sign.equals("/");
        return real ? real(sign, decimal(a), decimal(b)) : whole(sign, a.number(), b.number());
    }

    private static double decimal(Const known) {
        return known.content() instanceof Double real ? real : known.number();
    }

    private static Object real(String sign, double a, double b) {
        return switch (sign) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> b == 0 ? null : (Object) (a / b);
            case "//" -> b == 0 ? null : (Object) Math.floor(a / b);
            case "%" -> b == 0 ? null : (Object) (a - Math.floor(a / b) * b);
            case "**" -> Math.pow(a, b);
            default -> null;
        };
    }

    private static Object whole(String sign, long a, long b) {
        return switch (sign) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "//" -> b == 0 ? null : (Object) Math.floorDiv(a, b);
            case "%" -> b == 0 ? null : (Object) Math.floorMod(a, b);
            case "**" -> b < 0 || b > 62 ? null : (Object) (long) Math.pow(a, b);
            case "<<" -> a << b;
            case ">>" -> a >> b;
            case "&" -> a & b;
            case "|" -> a | b;
            case "^" -> a ^ b;
            default -> null;
        };
    }
}
