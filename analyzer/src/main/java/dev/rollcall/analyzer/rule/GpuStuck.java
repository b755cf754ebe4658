package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All ranks issued a call alike, and most devices began it while one rank's does not come to it: its host is as far as the
 * others', its device is not. Told only of ranks whose sources tell when calls begin.
 */
final class GpuStuck implements Rule {

    @Override
    public Cause cause() {
        return Cause.GPU_STUCK;
    }

    @Override
    public String evidence() {
        return "a call that all ranks have issued, in sources that record when calls start";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        boolean any = false;
        for (Gathering gathering : situation.waits().gatherings()) {
            if (TransportStalled.joinedByAll(gathering, situation)
                    && !gathering.first().joining()) {
                any = true;
                List<Integer> behind = behind(gathering, situation);
                if (!behind.isEmpty()) {
                    findings.add(finding(behind, gathering, situation));
                }
            }
        }
        return !any
                ? new Answer.NotApplicable("no call that all issued is unfinished")
                : findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns the few ranks whose devices have not begun the call that all others' have, and for too long. */
    private static List<Integer> behind(Gathering gathering, Situation situation) {
        List<Integer> behind = new ArrayList<>();
        boolean stuck = false;
        for (int rank : gathering.ranks()) {
            Wait wait = situation.waits().waits().get(rank);
            stuck |= situation.pace().stuck(wait);
            if (wait.call().state() == CallState.ENQUEUED && tellsStarts(wait)) {
                behind.add(rank);
            } else if (wait.call().state() != CallState.STARTED || wait.call().started() == Call.NO_TIME) {
                return List.of();
            }
        }
        boolean all = gathering.ranks().size()
                == gathering.first().communicator().memberships().size();
        return stuck && all && 2 * behind.size() < gathering.ranks().size() ? behind : List.of();
    }

    /** Whether the call before was seen to begin. */
    private static boolean tellsStarts(Wait wait) {
        Membership member = wait.communicator().memberships().get(wait.rank());
        CallSequence calls = member.collectives();
        int before = (int) (wait.call().sequence() - calls.firstSequence()) - 1;
        return before >= 0
                && calls.state(before) == CallState.COMPLETED
                && calls.call(before).started() != Call.NO_TIME;
    }

    private Finding finding(List<Integer> ranks, Gathering gathering, Situation situation) {
        List<Integer> others =
                gathering.ranks().stream().filter(rank -> !ranks.contains(rank)).toList();
        Wait wait = situation.waits().waits().get(ranks.get(0));
        List<Evidence> evidence = new ArrayList<>();
        ranks.forEach(rank -> evidence.add(
                new Evidence(rank, situation.waits().waits().get(rank).call(), "issued, not started by its device")));
        evidence.addAll(RankAbsent.waiting(others, situation));
        return new Finding(
                cause(),
                Severity.CULPRIT,
                ranks,
                wait.communicator(),
                wait.call().sequence(),
                Wording.ranks(ranks) + " issued " + Wording.in(wait)
                        + Wording.at(wait.call().stack()) + ". "
                        + Wording.either(ranks, "Its device", "Their devices") + " completed call "
                        + Wording.grouped(wait.call().sequence() - 1) + " but "
                        + Wording.either(ranks, "has", "have") + " not started this one, which "
                        + Wording.lowerRanks(others) + Wording.either(others, " has", " have") + " started.",
                "A device runs its queue in order. Something that this rank queued before the call does not complete: a kernel, a"
                        + " copy, or a wait for an event. Its host has issued as many calls as the others'.",
                "Look at what this rank queued on its device before the call: a kernel that loops, a wait for an event. Check the"
                        + " device for errors (nvidia-smi, dmesg).",
                null,
                evidence);
    }
}
