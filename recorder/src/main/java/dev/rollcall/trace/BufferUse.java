package dev.rollcall.trace;

/** What an event says about buffers of collectives. Immutable and thread-safe. */
public enum BufferUse implements TraceCode {
    /** A use that this version does not know. */
    UNKNOWN,
    /** How many buffers that calls of one site read are still held. */
    INPUT,
    /** How many buffers that calls of one site write are still held. */
    OUTPUT,
    /** An allocation failed because memory was exhausted. */
    EXHAUSTED;

    private static final BufferUse[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static BufferUse ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
