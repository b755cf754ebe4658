package dev.rollcall.trace;

/**
 * Which event a slot holds.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Tags") and never change meaning. Immutable and
 * thread-safe.
 */
public enum EventTag {
    /** Nothing was ever written here, or it is an event of a later version. */
    EMPTY(0, "empty"),
    /** A collective, a send or a receive. */
    CALL(1, "call"),
    /** The start of a group of calls that are issued together. */
    GROUP_START(2, "group_start"),
    /** The end of such a group. */
    GROUP_END(3, "group_end"),
    /** A turn in a communicator's life. */
    COMMUNICATOR(4, "communicator"),
    /** A copy between memories of GPUs, or of a GPU and the host. */
    COPY(5, "copy"),
    /** A buffer that a collective used, or its release. */
    BUFFER(6, "buffer"),
    /** An asynchronous error of a device. */
    DEVICE_ERROR(7, "device_error"),
    /** A user's mark of a step. */
    STEP(8, "step"),
    /** One thread's stack in a snapshot. */
    THREAD(9, "thread"),
    /** How the process, or one thread of it, ended. */
    END(10, "end"),
    /** More of the event that refers to it. */
    CONTINUATION(11, "continuation");

    private static final EventTag[] VALUES = values();

    private final int code;
    private final String label;

    EventTag(int code, String label) {
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

    /** Returns the constant with this code, or {@link #EMPTY} for a code of a later version. */
    public static EventTag ofCode(int code) {
        for (EventTag value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return EMPTY;
    }
}
