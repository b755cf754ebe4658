package dev.rollcall.trace;

/**
 * Which way a copy takes.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Copy paths") and never change meaning. Immutable and
 * thread-safe.
 */
public enum CopyPath {
    /** Not known. */
    UNKNOWN(0, "unknown"),
    /** From device to device, without the host. */
    DIRECT(1, "direct"),
    /** Through the host's memory, by the library. */
    STAGED(2, "staged"),
    /** Through the host's memory, by the recorder, because the direct way delivers bad data. */
    REROUTED(3, "rerouted");

    private static final CopyPath[] VALUES = values();

    private final int code;
    private final String label;

    CopyPath(int code, String label) {
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
    public static CopyPath ofCode(int code) {
        for (CopyPath value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }
}
