package dev.rollcall.trace;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a call does, in the field's vocabulary, independent of the library that does it.
 *
 * <p>Forms of one operation that ranks may mix freely (a list of outputs or one flat output) share a code; the call also
 * records the library's own function name. Codes are part of the trace format (docs/trace-format.md, "Operations") and
 * never change meaning. Immutable and thread-safe.
 */
public enum Operation {
    /** A call this version has no code for; its function name tells what it was. */
    UNKNOWN(0, "unknown", false),
    ALL_REDUCE(1, "all_reduce", false),
    REDUCE(2, "reduce", false),
    BROADCAST(3, "broadcast", false),
    ALL_GATHER(4, "all_gather", false),
    GATHER(5, "gather", false),
    SCATTER(6, "scatter", false),
    REDUCE_SCATTER(7, "reduce_scatter", false),
    ALL_TO_ALL(8, "all_to_all", false),
    BARRIER(9, "barrier", false),
    SEND(10, "send", true),
    RECEIVE(11, "recv", true),
    SCAN(12, "scan", false),
    EXCLUSIVE_SCAN(13, "exscan", false),
    MONITORED_BARRIER(14, "monitored_barrier", false),
    SPARSE_ALL_REDUCE(15, "sparse_all_reduce", false);

    private static final Map<Integer, Operation> BY_CODE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Operation::code, Function.identity()));

    private final int code;
    private final String label;
    private final boolean pointToPoint;

    Operation(int code, String label, boolean pointToPoint) {
        this.code = code;
        this.label = label;
        this.pointToPoint = pointToPoint;
    }

    /** Returns the code in the file, 0 to 65,535. */
    public int code() {
        return code;
    }

    /** Returns the name that reports print, such as {@code all_reduce}. */
    public String label() {
        return label;
    }

    /** Returns whether the call concerns two ranks only, so that it takes no collective sequence number. */
    public boolean pointToPoint() {
        return pointToPoint;
    }

    /** Returns the operation with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static Operation ofCode(int code) {
        return BY_CODE.getOrDefault(code, UNKNOWN);
    }
}
