package dev.rollcall.trace;

/** What a thread was doing when its stack was taken. Immutable and thread-safe. */
public enum ThreadState implements TraceCode {
    /** Not known. */
    UNKNOWN,
    /** Running, or inside native code. */
    RUNNABLE,
    /** Waiting to enter a monitor. */
    BLOCKED,
    /** Waiting without a time limit. */
    WAITING,
    /** Waiting with a time limit, or sleeping. */
    TIMED_WAITING,
    /** Not started. */
    NEW,
    /** Ended. */
    TERMINATED;

    private static final ThreadState[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static ThreadState ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
