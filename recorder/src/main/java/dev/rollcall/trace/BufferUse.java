package dev.rollcall.trace;

/**
 * What happened to a buffer of a collective.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Buffer uses") and never change meaning. Immutable and
 * thread-safe.
 */
public enum BufferUse {
    /** A use this version has no code for. */
    UNKNOWN(0, "unknown"),
    /** A collective reads it. */
    INPUT(1, "input"),
    /** A collective writes it. */
    OUTPUT(2, "output"),
    /** Its memory was given back. */
    RELEASED(3, "released");

    private static final BufferUse[] VALUES = values();

    private final int code;
    private final String label;

    BufferUse(int code, String label) {
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

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static BufferUse ofCode(int code) {
        for (BufferUse value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }
}
