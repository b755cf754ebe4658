package dev.rollcall.trace;

/** What is on another device than the operation that was given it. Immutable and thread-safe. */
public enum Misplacement implements TraceCode {
    /** None of the below. */
    UNKNOWN,
    /** Memory that a kernel is given, and that its device cannot reach. */
    LAUNCH,
    /** A stream that a launch or call is given. */
    STREAM,
    /** Memory that a call is given, and that its communicator's device cannot reach. */
    COMMUNICATOR;

    private static final Misplacement[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static Misplacement ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
