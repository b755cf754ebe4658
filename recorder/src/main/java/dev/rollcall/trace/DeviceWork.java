package dev.rollcall.trace;

/** What kind of work a device was given. Immutable and thread-safe. */
public enum DeviceWork implements TraceCode {
    /** None of the below. */
    UNKNOWN,
    /** A kernel. */
    LAUNCH,
    /** A copy. */
    COPY,
    /** A call of a communicator. */
    CALL;

    private static final DeviceWork[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static DeviceWork ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
