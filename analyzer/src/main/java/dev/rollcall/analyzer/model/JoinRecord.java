package dev.rollcall.analyzer.model;

/**
 * How one rank joined a communicator, or did not. Immutable. Times are nanoseconds since the epoch, {@link Call#NO_TIME} where
 * unknown.
 *
 * @param phase how far the rank got
 * @param begun when the call that creates the communicator was issued
 * @param ended when that call returned or failed
 * @param site where that call was issued; {@link CallStack#UNKNOWN} where unknown
 * @param failure the error's text; empty unless the phase is {@link Membership.Phase#FAILED}
 */
public record JoinRecord(Membership.Phase phase, long begun, long ended, CallStack site, String failure) {
    public JoinRecord {
        failure = BoundedText.of(failure);
    }

    /** Returns the record of a communicator that was joined at an unknown time and place. */
    public static JoinRecord unseen() {
        return of(Membership.Phase.JOINED, Call.NO_TIME);
    }

    /** Returns this record with another place. */
    JoinRecord with(CallStack other) {
        return new JoinRecord(phase, begun, ended, other, failure);
    }

    /** Returns a record with the phase and the start only. */
    public static JoinRecord of(Membership.Phase phase, long begun) {
        return new JoinRecord(phase, begun, Call.NO_TIME, CallStack.UNKNOWN, "");
    }
}
