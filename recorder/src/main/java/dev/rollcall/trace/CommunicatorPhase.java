package dev.rollcall.trace;

/** How far a process is in the life of a communicator. Immutable and thread-safe. */
public enum CommunicatorPhase implements TraceCode {
    /** A phase that this version does not know. */
    UNKNOWN,
    /** The creation call has started and has not returned. */
    JOINING,
    /** The creation call returned. */
    JOINED,
    /** The creation call failed. */
    FAILED,
    /** The process left the communicator. */
    LEFT,
    /** The communicator was split. Only an event has this phase, never a table entry. */
    SPLIT;

    private static final CommunicatorPhase[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static CommunicatorPhase ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
