package dev.rollcall.trace;

/**
 * From where to where a copy goes.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Copy kinds") and never change meaning. Immutable and
 * thread-safe.
 */
public enum CopyKind {
    /** The library was left to find out. */
    UNKNOWN(0, "unknown"),
    /** Within the host's memory. */
    HOST_TO_HOST(1, "host_to_host"),
    /** From the host to a device. */
    HOST_TO_DEVICE(2, "host_to_device"),
    /** From a device to the host. */
    DEVICE_TO_HOST(3, "device_to_host"),
    /** Within one device. */
    DEVICE_TO_DEVICE(4, "device_to_device"),
    /** From one device to another. */
    PEER(5, "peer");

    private static final CopyKind[] VALUES = values();

    private final int code;
    private final String label;

    CopyKind(int code, String label) {
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

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static CopyKind ofCode(int code) {
        for (CopyKind value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }
}
