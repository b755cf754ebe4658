package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.LibraryProgress;
import dev.rollcall.analyzer.model.SummedResults;
import java.util.List;

/**
 * What one source says about one rank's membership in one communicator.
 *
 * @param identity the communicator's identity; empty where unknown, so that its calls are not compared with other ranks'
 * @param name the communicator's name; empty where unknown
 * @param size the number of its members; -1 where unknown
 * @param communicatorRank the rank in the communicator; -1 where unknown
 * @param globalRank the global rank; -1 if the source does not give it here
 * @param members global ranks by rank in the communicator, -1 for an unknown one; empty where unknown
 * @param creation how the rank joined
 * @param collectives its collective calls
 * @param pointToPoint its sends and receives
 * @param extraLibraryCalls how many NCCL calls the collectives made beyond one each; a call on a list of tensors makes one for
 *     each tensor
 * @param overwrittenPending its oldest pending call, if the sequences do not hold that any more; otherwise null
 * @param progress how far the library got with the collectives
 * @param numbered whether the sequence numbers are the calls' own; otherwise nothing shows which of the rank's calls they are, and
 *     they are not compared with other ranks'. Of sends and receives that are not, the peers are unknown, too
 * @param results the sums of what its collectives wrote
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
        Call overwrittenPending,
        LibraryProgress progress,
        boolean numbered,
        SummedResults results) {

    /** Makes a membership in whose source no results are summed. */
    public MembershipEvidence(
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
            Call overwrittenPending,
            LibraryProgress progress,
            boolean numbered) {
        this(
                identity,
                name,
                size,
                communicatorRank,
                globalRank,
                members,
                creation,
                collectives,
                pointToPoint,
                extraLibraryCalls,
                overwrittenPending,
                progress,
                numbered,
                SummedResults.NONE);
    }

    /** Makes a membership in whose source the library counts nothing. */
    public MembershipEvidence(
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
        this(
                identity,
                name,
                size,
                communicatorRank,
                globalRank,
                members,
                creation,
                collectives,
                pointToPoint,
                extraLibraryCalls,
                overwrittenPending,
                LibraryProgress.UNKNOWN,
                true);
    }

    /** Returns whether this shows any call, or how many there were. */
    public boolean showsCalls() {
        return collectives.lastSequence() > 0
                || pointToPoint.lastSequence() > 0
                || overwrittenPending != null
                || progress.launched() > 0;
    }

    /** Returns this evidence with another identity of the communicator; empty for an unknown one. */
    public MembershipEvidence withIdentity(String changed) {
        return with(changed, size, members);
    }

    /** Returns this evidence with all members of the communicator, global ranks by rank in it. */
    public MembershipEvidence withMembers(List<Integer> known) {
        return with(identity, known.size(), known);
    }

    private MembershipEvidence with(String otherIdentity, int otherSize, List<Integer> otherMembers) {
        return new MembershipEvidence(
                otherIdentity,
                name,
                otherSize,
                communicatorRank,
                globalRank,
                otherMembers,
                creation,
                collectives,
                pointToPoint,
                extraLibraryCalls,
                overwrittenPending,
                progress,
                numbered,
                results);
    }

    /** Returns this evidence, completed by another source's evidence of the same membership. */
    MembershipEvidence completedBy(MembershipEvidence other) {
        return new MembershipEvidence(
                identity,
                name.isEmpty() ? other.name : name,
                size < 0 ? other.size : size,
                communicatorRank < 0 ? other.communicatorRank : communicatorRank,
                globalRank < 0 ? other.globalRank : globalRank,
                members.isEmpty() ? other.members : members,
                creation,
                collectives.size() == 0 && other.numbered ? other.collectives : collectives,
                pointToPoint.size() == 0 ? other.pointToPoint : pointToPoint,
                extraLibraryCalls,
                overwrittenPending,
                numbered ? progress.orLater(other.progress) : progress,
                numbered,
                results.size() > 0 ? results : other.results);
    }
}
