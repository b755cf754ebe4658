package dev.rollcall.analyzer.model;

/**
 * One rank's part in one communicator.
 *
 * @param rank the global rank
 * @param birth how the rank came into the communicator, or did not
 * @param collectives its collective calls
 * @param pointToPoint its sends and receives, numbered by themselves
 * @param overwrittenPending its oldest unfinished call, where that call's place in the ring was used again; null otherwise
 */
public record Membership(
        int rank, JoinRecord birth, CallSequence collectives, CallSequence pointToPoint, Call overwrittenPending) {

    /** Returns the same with other collectives. */
    public Membership with(CallSequence others) {
        return new Membership(rank, birth, others, pointToPoint, overwrittenPending);
    }

    /** Returns how far this rank got in the communicator's life. */
    public Phase phase() {
        return birth.phase();
    }

    /** How far a rank got in the life of a communicator. */
    public enum Phase {
        /** It entered the constructor, which has not returned. */
        JOINING,
        /** It may call. */
        JOINED,
        /** The constructor failed. */
        FAILED,
        /** It left, or destroyed it. */
        LEFT
    }
}
