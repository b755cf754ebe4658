package dev.rollcall.trace;

/** What happened to a buffer of a collective. Immutable and thread-safe. */
public enum BufferUse implements TraceCode {
    /** A use that this version does not know. */
    UNKNOWN,
    /** A collective reads the buffer. */
    INPUT,
    /** A collective writes the buffer. */
    OUTPUT,
    /** The buffer's memory was freed. */
    RELEASED;

    private static final BufferUse[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static BufferUse ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
