package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import java.util.ArrayList;
import java.util.List;

/** Finds where a call was made, and which other ranks made the same one there: a finding's evidence is a few ranks' only. */
final class AlikeRanks {
    /** Reading the stacks of more would take longer than they are worth. */
    private static final int MOST_COMPARED = 1024;

    private final Job job;

    AlikeRanks(Job job) {
        this.job = job;
    }

    /** Returns the communicator on which a rank made a call; null where its record is not among those held. */
    Communicator where(int rank, Call call) {
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(rank);
            if (member != null
                    && (call.equals(member.overwrittenPending()) || joins(member, call) || at(member, call) >= 0)) {
                return communicator;
            }
        }
        return null;
    }

    /** Returns the other ranks whose call of this number asks for the same, from the same stack, and got as far. */
    List<Integer> others(Communicator communicator, int rank, Call call) {
        List<Integer> others = new ArrayList<>();
        Membership own = communicator.memberships().get(rank);
        if (call.signature().traits().pointToPoint()
                || communicator.memberships().size() > MOST_COMPARED) {
            return others;
        }
        if (call.sequence() == 0) {
            return communicator.memberships().values().stream()
                    .filter(member -> member.rank() != rank && joins(member, call))
                    .map(Membership::rank)
                    .toList();
        }
        int at = at(own, call);
        if (at < 0) {
            return others;
        }
        CallSequence calls = own.collectives();
        for (Membership member : communicator.memberships().values()) {
            CallSequence its = member.collectives();
            int index = (int) (call.sequence() - its.firstSequence());
            if (member.rank() != rank
                    && index >= 0
                    && index < its.size()
                    && its.signatureNumber(index) == calls.signatureNumber(at)
                    && its.siteNumber(index) == calls.siteNumber(at)
                    && its.state(index) == calls.state(at)
                    && its.call(index).stack().equals(call.stack())) {
                others.add(member.rank());
            }
        }
        return others;
    }

    /** Returns whether a member is in the making of the communicator, which has no number. */
    private static boolean joins(Membership member, Call call) {
        return call.sequence() == 0
                && (member.phase() == Membership.Phase.JOINING || member.phase() == Membership.Phase.FAILED)
                && member.join().site().equals(call.stack());
    }

    private static int at(Membership member, Call call) {
        CallSequence calls = call.signature().traits().pointToPoint() ? member.pointToPoint() : member.collectives();
        long index = call.sequence() - calls.firstSequence();
        return index >= 0 && index < calls.size() && calls.call((int) index).equals(call) ? (int) index : -1;
    }
}
