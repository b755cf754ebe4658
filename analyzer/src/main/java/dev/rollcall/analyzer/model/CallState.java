package dev.rollcall.analyzer.model;

/** How far a call got. */
public enum CallState {
    /** Issued; nothing says that the library or the device began it. */
    ENQUEUED,
    /** Begun, not finished. */
    STARTED,
    /** Finished without an error. */
    COMPLETED,
    /** Ended in an error. */
    FAILED,
    /** The source cannot say what became of it. */
    UNKNOWN;

    /** Returns whether the rank may still be waiting in this call. */
    public boolean pending() {
        return this == ENQUEUED || this == STARTED;
    }
}
