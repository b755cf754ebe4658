package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Every member joined a call alike, and it does not finish: no rank's calls are at fault. */
final class TransportStalled implements Rule {
    @Override
    public Cause cause() {
        return Cause.TRANSPORT_STALLED;
    }

    @Override
    public String evidence() {
        return "a call that every member of a communicator, all of them with traces, has joined";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Gathering> joined = situation.waits().gatherings().stream()
                .filter(gathering ->
                        joinedByAll(gathering, situation) && held(gathering.first()) && !heldUp(gathering, situation))
                .toList();
        if (joined.isEmpty()) {
            return new Answer.NotApplicable("no call that all joined is unfinished");
        }
        List<Finding> findings = new ArrayList<>();
        for (Gathering gathering : joined) {
            List<Wait> waits = gathering.ranks().stream()
                    .map(situation.waits().waits()::get)
                    .toList();
            boolean inVain =
                    waits.stream().allMatch(wait -> wait.call().state() != CallState.FAILED || Roots.timedOut(wait));
            boolean stuck = waits.stream().anyMatch(wait -> Roots.timedOut(wait) || stuck(wait, situation));
            if (inVain && stuck) {
                findings.add(finding(gathering, situation));
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns whether it is known of all members what they asked for, which the ring of one may have forgotten. */
    private static boolean held(Wait wait) {
        return wait.joining()
                || wait.communicator().memberships().values().stream()
                        .map(Membership::collectives)
                        .allMatch(calls -> calls.firstSequence() <= wait.call().sequence()
                                && !calls.signature((int) (wait.call().sequence() - calls.firstSequence()))
                                        .equals(Signature.LOST));
    }

    /** Returns whether a wait lasts too long; ranks that are all there still have to connect, on a busy host for seconds. */
    private static boolean stuck(Wait wait, Situation situation) {
        return situation.pace().stuck(wait)
                && !(wait.joining() && situation.pace().age(wait) < Thresholds.LONGEST_CONNECT);
    }

    /** Returns whether all members of a communicator, all of them with traces, have made a collective call. */
    static boolean joinedByAll(Gathering gathering, Situation situation) {
        Wait wait = gathering.first();
        return !wait.pointToPoint()
                && wait.absent().isEmpty()
                && wait.unread().isEmpty()
                && !othersUnknown(wait.communicator(), situation);
    }

    /** Returns whether a member waits in another call that some have not come to: its device may not get here before. */
    private static boolean heldUp(Gathering gathering, Situation situation) {
        return gathering.first().communicator().memberships().keySet().stream()
                .filter(member -> !gathering.ranks().contains(member))
                .map(situation.waits().waits()::get)
                .anyMatch(wait -> wait != null
                        && (!wait.absent().isEmpty() || !wait.unread().isEmpty()));
    }

    /** Returns whether a communicator has members of which no trace tells who they are. */
    static boolean othersUnknown(Communicator communicator, Situation situation) {
        int known = communicator.memberships().size();
        return known < (communicator.size() < 0 ? situation.job().coverage().expected() : communicator.size())
                || communicator.size() < 0 && situation.job().coverage().expected() < 0;
    }

    private static boolean rootUntold(Wait wait) {
        Signature asked = wait.call().signature();
        return asked.traits().rooted() && asked.root() < 0;
    }

    private Finding finding(Gathering gathering, Situation situation) {
        Wait wait = gathering.first();
        List<Integer> ranks = gathering.ranks();
        boolean timedOut = Roots.timedOut(wait);
        long age = ranks.stream()
                .mapToLong(
                        rank -> situation.pace().age(situation.waits().waits().get(rank)))
                .max()
                .orElse(Call.NO_TIME);
        String waits = timedOut
                ? " timed out"
                : age == Call.NO_TIME
                        ? Wording.either(ranks, " waits", " wait")
                        : Wording.either(ranks, " has waited", " have waited") + " for " + Wording.time(age);
        String summary = Wording.ranks(ranks) + waits + " in " + Wording.in(wait)
                + ". Every member has joined it"
                + (wait.joining() ? ", but it " : " with the same arguments, but it ")
                + (timedOut ? "did not complete in time." : "does not complete.");
        return new Finding(
                cause(),
                Severity.NOTE,
                ranks,
                wait.communicator(),
                wait.call().sequence(),
                summary,
                "All members made the same call, so the calls show no fault in the code of any rank.",
                (rootUntold(wait)
                                ? "Check in the code whether all ranks name the same root, which this source does not record. "
                                : "")
                        + "Look below the calls: the network between the hosts, a firewall, a wrong network interface, the"
                        + " device, the library's own log.",
                null,
                RankAbsent.waiting(ranks, situation));
    }
}
