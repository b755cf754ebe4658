package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The making of a communicator, which is no call and yet blocks until all members take part. */
final class Making {
    private Making() {}

    /** Returns whether a rank entered the making and did not get through it. */
    static boolean unfinished(Membership member) {
        return member.phase() == Membership.Phase.JOINING || member.phase() == Membership.Phase.FAILED;
    }

    /** Returns the making as a call of one rank. */
    static Call call(Membership member) {
        JoinRecord birth = member.join();
        boolean failed = birth.phase() == Membership.Phase.FAILED;
        return new Call(
                0,
                Signature.of("the creation of the group"),
                "",
                failed ? CallState.FAILED : CallState.STARTED,
                birth.begun(),
                birth.begun(),
                failed ? birth.ended() : Call.NO_TIME,
                birth.site(),
                "",
                birth.failure());
    }

    /** Returns whether a rank whose making failed went on to anything else, or ended well: it is not there any more. */
    static boolean left(Job job, Membership member) {
        if (member.phase() != Membership.Phase.FAILED) {
            return false;
        }
        Rank rank = job.rank(member.rank());
        boolean endedWell = rank != null && rank.ending().exitedNormally();
        long failed = member.join().ended();
        return endedWell
                || job.communicators().stream()
                        .map(communicator -> communicator.memberships().get(member.rank()))
                        .anyMatch(other -> other != null && goesOn(other, failed));
    }

    private static boolean goesOn(Membership member, long failed) {
        return failed != Call.NO_TIME
                && (member.join().begun() > failed
                        || lastCall(member.collectives()) > failed
                        || lastCall(member.pointToPoint()) > failed);
    }

    private static long lastCall(CallSequence calls) {
        return calls.size() == 0 ? Call.NO_TIME : calls.call(calls.size() - 1).enqueued();
    }

    /**
     * Tells who has not come to a making that a rank is in, or came and left: of those not known to be members, all where so
     * many are lacking.
     *
     * @param told the ranks whose traces tell what they do
     * @param there the ranks that are in this making
     */
    static Wait wait(int rank, OldestCall found, Set<Integer> told, Set<Integer> there) {
        Communicator communicator = found.communicator();
        Map<Integer, Membership> memberships = communicator.memberships();
        Set<Integer> lacking = new TreeSet<>(communicator.members());
        lacking.remove(-1);
        lacking.removeAll(memberships.keySet());
        int missing = communicator.size() - memberships.size();
        if (lacking.size() < missing) {
            Set<Integer> others = new TreeSet<>(told);
            others.removeAll(memberships.keySet());
            if (others.size() <= missing) {
                lacking.addAll(others);
            }
        }
        memberships.values().stream()
                .filter(member -> member.phase() == Membership.Phase.FAILED && !there.contains(member.rank()))
                .forEach(member -> lacking.add(member.rank()));
        List<Integer> absent = lacking.stream().filter(told::contains).toList();
        lacking.removeAll(told);
        return new Wait(rank, communicator, found.call(), false, absent, List.copyOf(lacking));
    }
}
