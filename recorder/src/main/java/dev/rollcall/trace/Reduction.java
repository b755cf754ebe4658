package dev.rollcall.trace;

/** How a reducing collective combines elements. Immutable and thread-safe. */
public enum Reduction implements TraceCode {
    /** The operation does not reduce, or the library does not say how. */
    NONE(""),
    SUM("sum"),
    PRODUCT("product"),
    MIN("min"),
    MAX("max"),
    AVERAGE("avg"),
    BIT_AND("band"),
    BIT_OR("bor"),
    BIT_XOR("bxor"),
    LOGICAL_AND("land"),
    LOGICAL_OR("lor"),
    LOGICAL_XOR("lxor"),
    PRE_MULTIPLIED_SUM("premulsum"),
    MIN_LOCATION("minloc"),
    MAX_LOCATION("maxloc"),
    /** A function of the application. */
    CUSTOM("custom");

    private static final Reduction[] VALUES = values();

    private final String label;

    Reduction(String label) {
        this.label = label;
    }

    /** Returns the short name that reports print, such as {@code sum}; empty for {@link #NONE}. */
    @Override
    public String label() {
        return label;
    }

    /** Returns the constant with this code, or {@link #NONE} for a code of a later version. */
    public static Reduction ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }

    /** Returns the constant with this label, or {@link #NONE} for any other text. */
    public static Reduction ofLabel(String label) {
        return TraceCode.ofLabel(VALUES, label);
    }
}
