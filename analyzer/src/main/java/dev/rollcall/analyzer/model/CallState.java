package dev.rollcall.analyzer.model;

/** How far a call got. */
public enum CallState {
    /** Issued; the library or the device may not have begun it. */
    ENQUEUED,
    /** Begun and not finished. */
    STARTED,
    /** Completed without an error. */
    COMPLETED,
    /** Ended in an error. */
    FAILED,
    /** The source does not say how far it got. */
    UNKNOWN;

    /** Returns whether the rank may still be waiting in this call. */
    public boolean pending() {
        return this == ENQUEUED || this == STARTED;
    }
}
