package dev.rollcall.analyzer.model;

/**
 * How one rank came into a communicator, or did not. Times are nanoseconds since the epoch, {@link Call#NO_TIME} where
 * unknown.
 *
 * @param phase how far this rank got in the communicator's life
 * @param begun when it began to join
 * @param ended when it had joined, or failed to
 * @param site where it began to join; {@link CallStack#UNKNOWN} where unknown
 * @param failure the error's text; empty unless the phase is {@link Membership.Phase#FAILED}
 */
public record JoinRecord(Membership.Phase phase, long begun, long ended, CallStack site, String failure) {

    /** Returns the birth of a communicator that was made, where nothing tells when and where. */
    public static JoinRecord unseen() {
        return of(Membership.Phase.JOINED, Call.NO_TIME);
    }

    /** Returns a birth of which nothing but its beginning is known. */
    public static JoinRecord of(Membership.Phase phase, long begun) {
        return new JoinRecord(phase, begun, Call.NO_TIME, CallStack.UNKNOWN, "");
    }
}
