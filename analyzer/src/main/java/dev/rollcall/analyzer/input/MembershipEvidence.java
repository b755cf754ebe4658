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

    /** Returns a builder of what a source says about a communicator; the identity is empty where unknown. */
    public static Builder builder(String identity) {
        return new Builder(identity);
    }

    /** Returns a builder that starts with this evidence. */
    public Builder toBuilder() {
        return new Builder(identity)
                .name(name)
                .size(size)
                .communicatorRank(communicatorRank)
                .globalRank(globalRank)
                .members(members)
                .creation(creation)
                .collectives(collectives)
                .pointToPoint(pointToPoint)
                .extraLibraryCalls(extraLibraryCalls)
                .overwrittenPending(overwrittenPending)
                .progress(progress)
                .numbered(numbered)
                .results(results);
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
        Builder builder = toBuilder();
        builder.identity = changed;
        return builder.build();
    }

    /** Returns this evidence with all members of the communicator, global ranks by rank in it. */
    public MembershipEvidence withMembers(List<Integer> known) {
        return toBuilder().size(known.size()).members(known).build();
    }

    /** Returns this evidence, completed by another source's evidence of the same membership. */
    MembershipEvidence completedBy(MembershipEvidence other) {
        return toBuilder()
                .name(name.isEmpty() ? other.name : name)
                .size(size < 0 ? other.size : size)
                .communicatorRank(communicatorRank < 0 ? other.communicatorRank : communicatorRank)
                .globalRank(globalRank < 0 ? other.globalRank : globalRank)
                .members(members.isEmpty() ? other.members : members)
                .collectives(collectives.size() == 0 && other.numbered ? other.collectives : collectives)
                .pointToPoint(pointToPoint.size() == 0 ? other.pointToPoint : pointToPoint)
                .progress(numbered ? progress.orLater(other.progress) : progress)
                .results(results.size() > 0 ? results : other.results)
                .build();
    }

    /** Builds evidence. What is not set is not known. Not thread-safe. */
    public static final class Builder {
        private String identity;
        private String name = "";
        private int size = -1;
        private int communicatorRank = -1;
        private int globalRank = -1;
        private List<Integer> members = List.of();
        private JoinRecord creation = JoinRecord.unseen();
        private CallSequence collectives = CallSequence.NONE;
        private CallSequence pointToPoint = CallSequence.NONE;
        private long extraLibraryCalls;
        private Call overwrittenPending;
        private LibraryProgress progress = LibraryProgress.UNKNOWN;
        private boolean numbered = true;
        private SummedResults results = SummedResults.NONE;

        private Builder(String identity) {
            this.identity = identity;
        }

        /** See {@link MembershipEvidence#name}. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** See {@link MembershipEvidence#size}. */
        public Builder size(int size) {
            this.size = size;
            return this;
        }

        /** See {@link MembershipEvidence#communicatorRank}. */
        public Builder communicatorRank(int communicatorRank) {
            this.communicatorRank = communicatorRank;
            return this;
        }

        /** See {@link MembershipEvidence#globalRank}. */
        public Builder globalRank(int globalRank) {
            this.globalRank = globalRank;
            return this;
        }

        /** See {@link MembershipEvidence#members}. */
        public Builder members(List<Integer> members) {
            this.members = members;
            return this;
        }

        /** See {@link MembershipEvidence#creation}. */
        public Builder creation(JoinRecord creation) {
            this.creation = creation;
            return this;
        }

        /** See {@link MembershipEvidence#collectives}. */
        public Builder collectives(CallSequence collectives) {
            this.collectives = collectives;
            return this;
        }

        /** See {@link MembershipEvidence#pointToPoint}. */
        public Builder pointToPoint(CallSequence pointToPoint) {
            this.pointToPoint = pointToPoint;
            return this;
        }

        /** See {@link MembershipEvidence#extraLibraryCalls}. */
        public Builder extraLibraryCalls(long extraLibraryCalls) {
            this.extraLibraryCalls = extraLibraryCalls;
            return this;
        }

        /** See {@link MembershipEvidence#overwrittenPending}. */
        public Builder overwrittenPending(Call overwrittenPending) {
            this.overwrittenPending = overwrittenPending;
            return this;
        }

        /** See {@link MembershipEvidence#progress}. */
        public Builder progress(LibraryProgress progress) {
            this.progress = progress;
            return this;
        }

        /** See {@link MembershipEvidence#numbered}. */
        public Builder numbered(boolean numbered) {
            this.numbered = numbered;
            return this;
        }

        /** See {@link MembershipEvidence#results}. */
        public Builder results(SummedResults results) {
            this.results = results;
            return this;
        }

        /** Returns the evidence. */
        public MembershipEvidence build() {
            return new MembershipEvidence(
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
                    results);
        }
    }
}
