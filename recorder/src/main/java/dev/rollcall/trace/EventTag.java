package dev.rollcall.trace;

/** The kind of event that a slot holds. Immutable and thread-safe. */
public enum EventTag implements TraceCode {
    /** The slot was never written, or holds an event of a later version. */
    EMPTY,
    /** A collective, a send or a receive. */
    CALL,
    /** The start of a group of calls that are issued together. */
    GROUP_START,
    /** The end of such a group. */
    GROUP_END,
    /** A change of phase of a communicator. */
    COMMUNICATOR,
    /** A copy between the memories of GPUs, or of a GPU and the host. */
    COPY,
    /** A buffer that a collective used, or its release. */
    BUFFER,
    /** An asynchronous error of a device. */
    DEVICE_ERROR,
    /** A step that the application marked. */
    STEP,
    /** The stack of one thread in a snapshot. */
    THREAD,
    /** The end of the process, or of one of its threads. */
    END,
    /** Further fields of another event, which refers to this one. */
    CONTINUATION,
    /** The sum of what a collective wrote on this rank. */
    RESULT,
    /** Memory or a stream of another device than the operation that was given it. */
    MISPLACED,
    /** One operation of those among which an error of a device happened. */
    WINDOW;

    private static final EventTag[] VALUES = values();

    /** Returns the constant with this code, or {@link #EMPTY} for a code of a later version. */
    public static EventTag ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
