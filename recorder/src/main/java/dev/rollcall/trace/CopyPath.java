package dev.rollcall.trace;

/** The path that a copy takes between two memories. Immutable and thread-safe. */
public enum CopyPath implements TraceCode {
    /** Not known. */
    UNKNOWN,
    /** From device to device, without the host. */
    DIRECT,
    /** Through host memory, by the library. */
    STAGED,
    /** Through host memory, by the recorder, because the direct path corrupts data. */
    REROUTED;

    private static final CopyPath[] VALUES = values();

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static CopyPath ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
