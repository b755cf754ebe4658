package dev.rollcall.trace;

/**
 * What a call does, in the field's terms, independent of the library. Forms of one operation that ranks may mix freely,
 * such as a list of outputs or one flat output, share a code; the call also records the name of the library's function.
 * Immutable and thread-safe.
 */
public enum Operation implements TraceCode {
    /** An operation that this version does not know; the function's name says what it was. */
    UNKNOWN("unknown"),
    ALL_REDUCE("all_reduce"),
    REDUCE("reduce"),
    BROADCAST("broadcast"),
    ALL_GATHER("all_gather"),
    GATHER("gather"),
    SCATTER("scatter"),
    REDUCE_SCATTER("reduce_scatter"),
    ALL_TO_ALL("all_to_all"),
    BARRIER("barrier"),
    SEND("send"),
    RECEIVE("recv"),
    SCAN("scan"),
    EXCLUSIVE_SCAN("exscan"),
    MONITORED_BARRIER("monitored_barrier"),
    SPARSE_ALL_REDUCE("sparse_all_reduce");

    private static final Operation[] VALUES = values();

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** Returns the name that reports print, such as {@code all_reduce}. */
    @Override
    public String label() {
        return label;
    }

    /** Returns whether the call involves two ranks only, so that it counts in the lane of sends and receives. */
    public boolean pointToPoint() {
        return this == SEND || this == RECEIVE;
    }

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static Operation ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }

    /** Returns the constant with this label, or {@link #UNKNOWN} for any other text. */
    public static Operation ofLabel(String label) {
        return TraceCode.ofLabel(VALUES, label);
    }

    /** Returns whether the call combines the ranks' elements by a {@link Reduction}. */
    public boolean reduces() {
        return this == ALL_REDUCE
                || this == REDUCE
                || this == REDUCE_SCATTER
                || this == SCAN
                || this == EXCLUSIVE_SCAN
                || this == SPARSE_ALL_REDUCE;
    }

    /** Returns whether the call gives all ranks the same result. */
    public boolean sameResultOnAllRanks() {
        return this == ALL_REDUCE || this == BROADCAST || this == ALL_GATHER;
    }

    /** Returns whether one rank is the collective's root. */
    public boolean rooted() {
        return this == REDUCE || this == BROADCAST || this == GATHER || this == SCATTER;
    }

    /** Returns whether the output is the buffer that has the same size on all ranks; otherwise the input is. */
    public boolean countedByOutput() {
        return this == RECEIVE || this == SCATTER || this == REDUCE_SCATTER;
    }
}
