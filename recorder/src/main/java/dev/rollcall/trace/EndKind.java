package dev.rollcall.trace;

/**
 * How a process, or a thread of it, ended.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "End kinds") and never change meaning. Immutable and
 * thread-safe.
 */
public enum EndKind {
    /** A kind this version has no code for. */
    UNKNOWN(0, "unknown"),
    /** The last non-daemon thread returned. */
    NORMAL(1, "normal"),
    /** Something called exit; the code is recorded. */
    EXIT(2, "exit"),
    /** Something halted the process without its shutdown hooks. */
    HALT(3, "halt"),
    /** A thread died of an exception; the process may live on. */
    UNCAUGHT_EXCEPTION(4, "uncaught_exception"),
    /** A signal that the process could handle, such as SIGTERM. */
    SIGNAL(5, "signal");

    private static final EndKind[] VALUES = values();

    private final int code;
    private final String label;

    EndKind(int code, String label) {
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
    public static EndKind ofCode(int code) {
        for (EndKind value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }
}
