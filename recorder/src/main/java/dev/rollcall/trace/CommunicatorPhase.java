package dev.rollcall.trace;

/**
 * How far a process got in the life of a communicator.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Communicator phases") and never change meaning. Immutable and
 * thread-safe.
 */
public enum CommunicatorPhase {
    /** A phase this version has no code for. */
    UNKNOWN(0, "unknown"),
    /** The constructor was entered and has not returned. */
    JOINING(1, "joining"),
    /** The constructor returned. */
    JOINED(2, "joined"),
    /** The constructor failed. */
    FAILED(3, "failed"),
    /** The communicator was ended. */
    LEFT(4, "left"),
    /** The communicator was split; an event only, never the phase of an entry. */
    SPLIT(5, "split");

    private static final CommunicatorPhase[] VALUES = values();

    private final int code;
    private final String label;

    CommunicatorPhase(int code, String label) {
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
    public static CommunicatorPhase ofCode(int code) {
        for (CommunicatorPhase value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }
}
