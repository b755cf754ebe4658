package dev.rollcall.trace;

/**
 * What the comparison of a copy's two sides found.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Copy verdicts") and never change meaning. Immutable and
 * thread-safe.
 */
public enum CopyVerdict {
    /** Nobody compared them. */
    NOT_VERIFIED(0, "not_verified"),
    /** The destination equals the source. */
    INTACT(1, "intact"),
    /** The bad blocks are all zero. */
    ZEROED(2, "zeroed"),
    /** The bad blocks are what the destination held before. */
    STALE(3, "stale"),
    /** The first part arrived, the rest did not. */
    PARTIAL(4, "partial"),
    /** All blocks arrived, in other places. */
    PERMUTED(5, "permuted"),
    /** The bad blocks are none of these. */
    DAMAGED(6, "damaged"),
    /** The source was written to during the copy, so that nobody knows what should have arrived. */
    SOURCE_CHANGED(7, "source_changed");

    private static final CopyVerdict[] VALUES = values();

    private final int code;
    private final String label;

    CopyVerdict(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** Returns the code in the file, 0 to 255. */
    public int code() {
        return code;
    }

    /** Returns the name that reports print. */
    public String label() {
        return label;
    }

    /** Returns the constant with this code, or {@link #NOT_VERIFIED} for a code of a later version. */
    public static CopyVerdict ofCode(int code) {
        for (CopyVerdict value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return NOT_VERIFIED;
    }
}
