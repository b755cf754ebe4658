package dev.rollcall.trace;

/**
 * What a thread was doing when its stack was taken.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Thread states") and never change meaning. Immutable and
 * thread-safe.
 */
public enum ThreadState {
    /** Not known. */
    UNKNOWN(0, "unknown"),
    /** It ran, or was inside native code. */
    RUNNABLE(1, "runnable"),
    /** It waited for a monitor. */
    BLOCKED(2, "blocked"),
    /** It waited without a limit. */
    WAITING(3, "waiting"),
    /** It waited with a limit, or slept. */
    TIMED_WAITING(4, "timed_waiting"),
    /** It had not begun. */
    NEW(5, "new"),
    /** It had ended. */
    TERMINATED(6, "terminated");

    private static final ThreadState[] VALUES = values();

    private final int code;
    private final String label;

    ThreadState(int code, String label) {
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
    public static ThreadState ofCode(int code) {
        for (ThreadState value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }
}
