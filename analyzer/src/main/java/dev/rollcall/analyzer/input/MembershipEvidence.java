package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import java.util.List;

/**
 * The part that one rank of a process has in one communicator.
 *
 * @param identity the communicator's; empty where unknown, so that nothing is compared with other ranks
 * @param name the communicator's; empty where unknown
 * @param size how many ranks it has; -1 where unknown
 * @param communicatorRank the rank in the communicator; -1 where unknown
 * @param globalRank the rank's number in the job; -1 where the source does not tell it here
 * @param members global rank by rank in the communicator, -1 for an unknown one; empty where unknown
 * @param creation how the rank came into it
 * @param collectives its collective calls
 * @param pointToPoint its sends and receives
 * @param extraLibraryCalls how many calls its collectives were to the library below beyond one each, as coalesced ones are
 * @param overwrittenPending its oldest unfinished call that the sequences do not hold any more; null for none
 */
public record MembershipEvidence(
        String identity,
        String name,
        int size,
        int communicatorRank,
        int globalRank,
        List<Integer> members,
        JoinRecord creation,
        CallSequence collectives,
        CallSequence pointToPoint,
        long extraLibraryCalls,
        Call overwrittenPending) {

    /** Returns the same with every time so many nanoseconds earlier. */
    public MembershipEvidence earlier(long nanos) {
        return new MembershipEvidence(
                identity,
                name,
                size,
                communicatorRank,
                globalRank,
                members,
                SyntheticCalls.earlier(creation, nanos),
                SyntheticCalls.earlier(collectives, nanos),
                SyntheticCalls.earlier(pointToPoint, nanos),
                extraLibraryCalls,
                overwrittenPending == null ? null : SyntheticCalls.earlier(overwrittenPending, nanos));
    }

    /** Returns this membership as the model has it, for the rank that it turned out to be. */
    public Membership membership(int rank) {
        return new Membership(rank, creation, collectives, pointToPoint, overwrittenPending);
    }
}
