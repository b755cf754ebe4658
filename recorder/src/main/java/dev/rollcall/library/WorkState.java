package dev.rollcall.library;

/**
 * How far a call's work is, as far as its library knows. Immutable and thread-safe.
 *
 * @param failure why it failed, empty where the library does not say; null unless it failed
 */
public record WorkState(Kind kind, String failure) {
    /** How far a work is. */
    public enum Kind {
        /** It has not finished. */
        RUNNING,
        /** It has finished without an error. */
        SUCCEEDED,
        /** It has finished with an error. */
        FAILED,
        /** It has finished, with or without an error. */
        ENDED,
        /** The library does not say. */
        UNKNOWN
    }

    public static final WorkState RUNNING = new WorkState(Kind.RUNNING, null);
    public static final WorkState SUCCEEDED = new WorkState(Kind.SUCCEEDED, null);
    public static final WorkState ENDED = new WorkState(Kind.ENDED, null);
    public static final WorkState UNKNOWN = new WorkState(Kind.UNKNOWN, null);

    /** Returns the state of a work that failed for this reason. */
    public static WorkState failed(String reason) {
        return new WorkState(Kind.FAILED, reason);
    }
}
