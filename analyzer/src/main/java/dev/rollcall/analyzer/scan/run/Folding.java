package dev.rollcall.analyzer.scan.run;

/** Works expressions out again as their unknowns become known. */
final class Folding {
    private Folding() {}

    /** Returns the number that an expression must be by now; the expression itself where several are possible. */
    static Value fold(Sym sym, Oracle oracle) {
        Long pinned = oracle.pinned(sym.key());
        if (pinned != null) {
            return constant(sym, pinned);
        }
        if (sym.operands().size() != 2) {
            return sym;
        }
        Value left = part(sym.operands().get(0), oracle);
        Value right = part(sym.operands().get(1), oracle);
        if (left instanceof Const a && right instanceof Const b && a.isNumber() && b.isNumber()) {
            Const known = Arithmetic.again(sym, a, b);
            return known == null ? sym : known;
        }
        return sym;
    }

    private static Value part(Value value, Oracle oracle) {
        return value instanceof Sym inner ? fold(inner, oracle) : value;
    }

    private static Const constant(Sym sym, long number) {
        Object content = switch (sym.sort()) {
            case 'J' -> number;
            case 'F' -> (float) number;
            case 'D' -> (double) number;
            default -> (int) number;
        };
        return new Const(content, sym.ranked(), sym.origin());
    }
}
