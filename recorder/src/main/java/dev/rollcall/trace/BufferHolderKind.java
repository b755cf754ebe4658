package dev.rollcall.trace;

/** What keeps a buffer of a collective allocated. Immutable and thread-safe. */
public enum BufferHolderKind implements TraceCode {
    /** A holder that this version does not know. */
    UNKNOWN,
    /** A tensor, or a list of tensors, that was passed to the call and is not closed. */
    TENSOR,
    /** The work that the call returned and that is not closed; the tensors that were passed are. */
    WORK,
    /** Memory of a GPU that was not freed. */
    ALLOCATION;

    private static final BufferHolderKind[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static BufferHolderKind ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
