package dev.rollcall.trace;

/** The memories that a copy reads and writes. Immutable and thread-safe. */
public enum CopyKind implements TraceCode {
    /** Not known: the library determines the direction from the pointers, or the kind is of a later version. */
    UNKNOWN,
    /** Within host memory. */
    HOST_TO_HOST,
    /** From the host to a device. */
    HOST_TO_DEVICE,
    /** From a device to the host. */
    DEVICE_TO_HOST,
    /** Within one device. */
    DEVICE_TO_DEVICE,
    /** From one device to another. */
    PEER;

    private static final CopyKind[] VALUES = values();

    /** Returns whether both sides are devices' memory. */
    public boolean betweenOrWithinDevices() {
        return this == PEER || this == DEVICE_TO_DEVICE;
    }

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static CopyKind ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }

    /** Returns the constant with this label, or {@link #UNKNOWN} for any other text. */
    public static CopyKind ofLabel(String label) {
        return TraceCode.ofLabel(VALUES, label);
    }
}
