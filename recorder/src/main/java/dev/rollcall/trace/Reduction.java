package dev.rollcall.trace;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a reducing collective combines elements, as a trace stores it.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Reductions") and never change meaning. Immutable and
 * thread-safe.
 */
public enum Reduction {
    /** The operation does not reduce, or the library does not say how. */
    NONE(0, ""),
    SUM(1, "sum"),
    PRODUCT(2, "product"),
    MIN(3, "min"),
    MAX(4, "max"),
    AVERAGE(5, "avg"),
    BIT_AND(6, "band"),
    BIT_OR(7, "bor"),
    BIT_XOR(8, "bxor"),
    LOGICAL_AND(9, "land"),
    LOGICAL_OR(10, "lor"),
    LOGICAL_XOR(11, "lxor"),
    PRE_MULTIPLIED_SUM(12, "premulsum"),
    MIN_LOCATION(13, "minloc"),
    MAX_LOCATION(14, "maxloc"),
    /** A function of the application's own. */
    CUSTOM(15, "custom");

    private static final Map<Integer, Reduction> BY_CODE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Reduction::code, Function.identity()));

    private final int code;
    private final String label;

    Reduction(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** Returns the code in the file, 0 to 255. */
    public int code() {
        return code;
    }

    /** Returns the short name that reports print, such as {@code sum}; empty for {@link #NONE}. */
    public String label() {
        return label;
    }

    /** Returns the reduction with this code, or {@link #NONE} for a code of a later version. */
    public static Reduction ofCode(int code) {
        return BY_CODE.getOrDefault(code, NONE);
    }
}
