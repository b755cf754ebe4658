package dev.rollcall.trace;

/**
 * The counters of one lane of a communicator on this rank.
 *
 * @param lastEnqueued the last sequence number that was given; 0 for none
 * @param lastStarted the highest sequence number of a call that is known to have started; 0 for none
 * @param lastCompleted the highest sequence number of a call that is known to have succeeded; 0 for none
 * @param oldestPending position of the oldest pending call; -1 for none. A hint: it may lag behind the calls themselves, which
 *     decide, for instance after the writer was killed
 * @param carried the oldest pending call, where the ring no longer holds it; null otherwise
 */
public record LaneSummary(
        long lastEnqueued, long lastStarted, long lastCompleted, long oldestPending, RecordedEvent carried) {

    /** Returns the call of {@link #carried}; null where there is none. */
    public CallEvent carriedCall() {
        return carried == null ? null : (CallEvent) carried.event();
    }
}
