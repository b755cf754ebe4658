package dev.rollcall.trace;

/** How a process, or one of its threads, ended. Immutable and thread-safe. */
public enum EndKind implements TraceCode {
    /** A kind that this version does not know. */
    UNKNOWN,
    /** The last non-daemon thread returned. */
    NORMAL,
    /** The process called exit; the code is recorded. */
    EXIT,
    /** The process was halted without its shutdown hooks. */
    HALT,
    /** A thread ended with an exception; the process may go on. */
    UNCAUGHT_EXCEPTION,
    /** A signal that the process could handle, such as SIGTERM. */
    SIGNAL;

    private static final EndKind[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static EndKind ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
