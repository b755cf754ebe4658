package dev.rollcall.analyzer.scan.run;

import org.objectweb.asm.Opcodes;

/** The arithmetic of the JVM, on known numbers; on others an expression that says the same. */
final class Arithmetic {
    private static final String[] SIGNS = {"+", "-", "*", "/", "%"};
    private static final Object[] CONSTANTS = {null, -1, 0, 1, 2, 3, 4, 5, 0L, 1L, 0f, 1f, 2f, 0d, 1d};
    private static final String RESULTS = "IJFD";

    private Arithmetic() {}

    static Object constant(int opcode) {
        return CONSTANTS[opcode - Opcodes.ACONST_NULL];
    }

    static boolean isUnary(int opcode) {
        return opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG || opcode >= Opcodes.I2L && opcode <= Opcodes.I2S;
    }

    static boolean dividesByZero(int opcode, Value divisor) {
        boolean divides =
                opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM || opcode == Opcodes.LREM;
        return divides && divisor instanceof Const known && known.isNumber() && known.number() == 0;
    }

    static Value unary(int opcode, Value value, Open open) {
        if (value instanceof Const known && known.isNumber()) {
            return new Const(unary(opcode, number(known)), known.ranked(), origin(open, value));
        }
        char sort = opcode <= Opcodes.DNEG ? RESULTS.charAt(opcode - Opcodes.INEG) : converted(opcode);
        boolean widens = opcode == Opcodes.I2L || opcode == Opcodes.L2I;
        if (widens && value instanceof Sym sym) {
            return sym.operation().equals(Sym.INPUT)
                    ? Sym.input(sym.key(), sort, sym.ranked(), origin(open, value))
                    : Sym.of(
                            sym.operation(),
                            sort,
                            origin(open, value),
                            sym.operands().toArray(Value[]::new));
        }
        return Sym.of(opcode <= Opcodes.DNEG ? "neg" : "to" + sort, sort, origin(open, value), value);
    }

    private static char converted(int opcode) {
        return switch (opcode) {
            case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> 'J';
            case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> 'F';
            case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> 'D';
            default -> 'I';
        };
    }

    private static Object unary(int opcode, Number n) {
        return switch (opcode) {
            case Opcodes.INEG -> -n.intValue();
            case Opcodes.LNEG -> -n.longValue();
            case Opcodes.FNEG -> -n.floatValue();
            case Opcodes.DNEG -> -n.doubleValue();
            case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> n.longValue();
            case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> n.floatValue();
            case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> n.doubleValue();
            case Opcodes.I2B -> (int) n.byteValue();
            case Opcodes.I2C -> (int) (char) n.intValue();
            case Opcodes.I2S -> (int) n.shortValue();
            default -> n.intValue();
        };
    }

    static Value binary(int opcode, Value left, Value right, Open open) {
        Open origin = left.origin() != null || right.origin() == null ? origin(open, left) : right.origin();
        if (left instanceof Const a && right instanceof Const b && a.isNumber() && b.isNumber()) {
            return new Const(binary(opcode, number(a), number(b)), Keys.ranked(left, right), origin);
        }
        if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
            return Sym.of("cmp", 'I', origin, left, right);
        }
        if (opcode <= Opcodes.DREM) {
            char sort = RESULTS.charAt((opcode - Opcodes.IADD) % 4);
            return Sym.of(SIGNS[(opcode - Opcodes.IADD) / 4], sort, origin, left, right);
        }
        char sort = (opcode - Opcodes.ISHL) % 2 == 0 ? 'I' : 'J';
        return Sym.of("bits" + (opcode - Opcodes.ISHL) / 2, sort, origin, left, right);
    }

    /** Works an operation out that was not known when it was run, with what is known by now; null where still unknown. */
    static Const again(Sym sym, Const left, Const right) {
        int sort = RESULTS.indexOf(sym.sort());
        for (int sign = 0; sign < SIGNS.length; sign++) {
            if (SIGNS[sign].equals(sym.operation()) && sort >= 0) {
                int opcode = Opcodes.IADD + 4 * sign + sort;
                return dividesByZero(opcode, right) ? null : (Const) binary(opcode, left, right, sym.origin());
            }
        }
        if (sym.operation().startsWith("bits")) {
            int opcode = Opcodes.ISHL + 2 * (sym.operation().charAt(4) - '0') + (sym.sort() == 'J' ? 1 : 0);
            return (Const) binary(opcode, left, right, sym.origin());
        }
        return null;
    }

    private static Object binary(int opcode, Number a, Number b) {
        if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
            return compare(opcode, a, b);
        }
        int sort = opcode <= Opcodes.DREM ? (opcode - Opcodes.IADD) % 4 : (opcode - Opcodes.ISHL) % 2;
        return switch (sort) {
            case 0 -> (int) whole(opcode, a.intValue(), b.intValue(), 32);
            case 1 -> whole(opcode - 1, a.longValue(), b.longValue(), 64);
            case 2 -> (float) real(opcode - 2, a.floatValue(), b.floatValue());
            default -> real(opcode - 3, a.doubleValue(), b.doubleValue());
        };
    }

    private static int compare(int opcode, Number a, Number b) {
        if (opcode == Opcodes.LCMP) {
            return Long.compare(a.longValue(), b.longValue());
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        if (Double.isNaN(x) || Double.isNaN(y)) {
            return opcode == Opcodes.FCMPG || opcode == Opcodes.DCMPG ? 1 : -1;
        }
        return x < y ? -1 : x == y ? 0 : 1;
    }

    private static long whole(int opcode, long a, long b, int bits) {
        return switch (opcode) {
            case Opcodes.IADD -> a + b;
            case Opcodes.ISUB -> a - b;
            case Opcodes.IMUL -> a * b;
            case Opcodes.IDIV -> a / b;
            case Opcodes.IREM -> a % b;
            case Opcodes.ISHL -> a << (b & (bits - 1));
            case Opcodes.ISHR -> a >> (b & (bits - 1));
            case Opcodes.IUSHR -> bits == 32 ? (int) a >>> (b & 31) : a >>> (b & 63);
            case Opcodes.IAND -> a & b;
            case Opcodes.IOR -> a | b;
            default -> a ^ b;
        };
    }

    private static double real(int opcode, double a, double b) {
        return switch (opcode) {
            case Opcodes.IADD -> a + b;
            case Opcodes.ISUB -> a - b;
            case Opcodes.IMUL -> a * b;
            case Opcodes.IDIV -> a / b;
            default -> a % b;
        };
    }

    private static Number number(Const known) {
        return known.content() instanceof Number number ? number : (Number) known.number();
    }

    private static Open origin(Open open, Value value) {
        return value.origin() != null ? value.origin() : open;
    }
}
