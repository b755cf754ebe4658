package dev.rollcall.library;

/**
 * What a library says of a call's work when it is asked. Immutable and thread-safe.
 *
 * @param kind how far the work is
 * @param failure why it failed, empty where that is not told; null unless it failed
 */
public record WorkState(Kind kind, String failure) {
    /** How far a work is. */
    public enum Kind {
        /** It has not finished. */
        RUNNING,
        /** It has finished well. */
        DONE,
        /** It has finished with an error. */
        FAILED,
        /** It has finished, and the library does not tell how. */
        FINISHED,
        /** The library does not tell. */
        UNTOLD
    }

    public static final WorkState RUNNING = new WorkState(Kind.RUNNING, null);
    public static final WorkState DONE = new WorkState(Kind.DONE, null);
    public static final WorkState FINISHED = new WorkState(Kind.FINISHED, null);
    public static final WorkState UNTOLD = new WorkState(Kind.UNTOLD, null);

    /** Returns the state of work that failed with this text. */
    static WorkState failed(String text) {
        return new WorkState(Kind.FAILED, text);
    }
}
