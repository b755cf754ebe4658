package dev.rollcall.trace;

/** The result of comparing the two sides of a copy. Immutable and thread-safe. */
public enum CopyVerdict implements TraceCode {
    /** The sides were not compared. */
    NOT_VERIFIED,
    /** The destination equals the source. */
    INTACT,
    /** All bad blocks are zero. */
    ZEROED,
    /** The bad blocks hold what the destination held before the copy. */
    STALE,
    /** The first part arrived, the rest did not. */
    PARTIAL,
    /** All blocks arrived, but in other places. */
    PERMUTED,
    /** The bad blocks are none of the above. */
    DAMAGED,
    /** The source was written during the copy, so the expected data is unknown. */
    SOURCE_CHANGED;

    private static final CopyVerdict[] VALUES = values();

    /** Returns the constant with this code, or {@link #NOT_VERIFIED} for a code of a later version. */
    public static CopyVerdict ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
