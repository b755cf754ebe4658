package dev.rollcall.trace;

/**
 * What a communicator's entry tells of its collectives, or of its sends and receives, on this rank.
 *
 * @param lastEnqueued the last sequence number that was given; 0 for none
 * @param lastStarted the highest sequence number of a call that is known to have begun; 0 for none
 * @param lastCompleted the highest sequence number of a call that is known to have ended well; 0 for none
 * @param oldestPending position of the oldest pending call as the writer saw it; -1 for none. A hint: when the writer was
 *     killed it may be one step behind, and the calls themselves decide
 * @param carried the oldest pending call, with its position, where the ring no longer holds it; null otherwise
 */
public record LaneSummary(
        long lastEnqueued, long lastStarted, long lastCompleted, long oldestPending, RecordedEvent carried) {

    /** Returns the call of {@link #carried}; null where there is none. */
    public CallEvent carriedCall() {
        return carried == null ? null : (CallEvent) carried.event();
    }
}
