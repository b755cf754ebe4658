package dev.rollcall.analyzer.model;

/**
 * One rank's part in one communicator. Immutable.
 *
 * @param rank the global rank
 * @param join how the rank joined the communicator, or did not
 * @param collectives its collective calls
 * @param pointToPoint its sends and receives, which have their own sequence numbers
 * @param overwrittenPending its oldest unfinished call, where that call's slot in the ring was overwritten; null otherwise
 * @param progress how far the library got with its collectives
 * @param results the sums of what its collectives wrote
 */
public record Membership(
        int rank,
        JoinRecord join,
        CallSequence collectives,
        CallSequence pointToPoint,
        Call overwrittenPending,
        LibraryProgress progress,
        SummedResults results) {

    /** Makes a membership in whose source no results are summed. */
    public Membership(
            int rank,
            JoinRecord join,
            CallSequence collectives,
            CallSequence pointToPoint,
            Call overwrittenPending,
            LibraryProgress progress) {
        this(rank, join, collectives, pointToPoint, overwrittenPending, progress, SummedResults.NONE);
    }

    /** Makes a membership in whose source the library counts nothing. */
    public Membership(
            int rank, JoinRecord join, CallSequence collectives, CallSequence pointToPoint, Call overwrittenPending) {
        this(rank, join, collectives, pointToPoint, overwrittenPending, LibraryProgress.UNKNOWN);
    }

    /** Returns a copy with other collectives. */
    public Membership with(CallSequence others) {
        return new Membership(rank, join, others, pointToPoint, overwrittenPending, progress, results);
    }

    /** Returns whether the collective with a number is known to have completed, by its record or by the library's counter. */
    public boolean completed(long sequence) {
        return collectives.holds(sequence)
                ? collectives.state((int) (sequence - collectives.firstSequence())) == CallState.COMPLETED
                        || collectives.isLost(sequence) && sequence <= progress.completed()
                : sequence <= progress.completed();
    }

    /**
     * Returns whether the rank is known to be inside the library's function for a collective: it made the call, and the library has
     * not handed it to the device. Its peers wait for it in that call although it made it.
     */
    public boolean inLaunch(long sequence) {
        return progress.launched() != LibraryProgress.UNCOUNTED
                && sequence > progress.launched()
                && collectives.holds(sequence)
                && collectives
                        .state((int) (sequence - collectives.firstSequence()))
                        .pending();
    }

    /** Returns how far the rank got with the communicator. */
    public Phase phase() {
        return join.phase();
    }

    /**
     * Returns when the rank last began or ended a call here, or the creation, nanoseconds since the epoch;
     * {@link Call#NO_TIME} where unknown.
     */
    public long lastProgress() {
        long last = Math.max(join.begun(), join.ended());
        return Math.max(last, Math.max(lastProgress(collectives), lastProgress(pointToPoint)));
    }

    private static long lastProgress(CallSequence calls) {
        long last = Call.NO_TIME;
        for (int i = calls.size() - 1; i >= 0; i--) {
            last = Math.max(last, Math.max(calls.enqueued(i), calls.completed(i)));
            if (!calls.state(i).pending()) {
                break;
            }
        }
        return last;
    }

    /** How far a rank got with a communicator. */
    public enum Phase {
        /** The call that creates it has not returned. */
        JOINING,
        /** The rank may call operations on it. */
        JOINED,
        /** The call that creates it failed. */
        FAILED,
        /** The rank left or destroyed it. */
        LEFT
    }
}
