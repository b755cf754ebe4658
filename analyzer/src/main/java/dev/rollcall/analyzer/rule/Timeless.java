package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The verdict where calls are under way and no source tells since when: who is awaited is told, and nobody is accused. */
final class Timeless {
    private final Situation situation;
    private final List<Finding> notes;

    Timeless(Situation situation, List<Finding> notes) {
        this.situation = situation;
        this.notes = notes;
    }

    /**
     * Draws the verdict.
     *
     * @param tally what the sentence begins with
     * @param late what is added to it
     */
    Verdict verdict(String tally, String late) {
        List<Finding> findings = new ArrayList<>();
        String awaits = "";
        Gathering gathering = situation.waits().gatherings().stream()
                .filter(each -> !free(each).isEmpty())
                .findFirst()
                .or(this::half)
                .orElse(null);
        if (gathering != null) {
            List<Integer> awaited =
                    free(gathering).isEmpty() ? gathering.first().absent() : free(gathering);
            awaits = ": " + awaits(gathering, awaited);
            findings.add(finding(gathering, awaited));
        }
        findings.addAll(notes);
        String summary = tally + " for an unknown time" + awaits + "." + late;
        return new Verdict(situation.job(), Outcome.INCONCLUSIVE, List.of(), summary, findings);
    }

    private List<Integer> free(Gathering gathering) {
        return gathering.first().absent().stream()
                .filter(rank -> !situation.waits().waits().containsKey(rank))
                .toList();
    }

    /** Returns a send or receive that lacks its other half, from a rank that waits in something else by now. */
    private Optional<Gathering> half() {
        return situation.waits().gatherings().stream()
                .filter(gathering -> gathering.first().pointToPoint()
                        && !gathering.first().absent().isEmpty())
                .findFirst();
    }

    private static String awaits(Gathering gathering, List<Integer> free) {
        Wait wait = gathering.first();
        return Wording.lowerRanks(gathering.ranks()) + Wording.either(gathering.ranks(), " waits", " wait") + " for "
                + Wording.lowerRanks(free) + " in " + Wording.in(wait)
                + Wording.at(wait.call().stack());
    }

    /** Returns the last call of who is awaited, where a source tells of one. */
    private static Evidence last(int rank, Membership member, Wait wait) {
        CallSequence calls = member == null ? null : wait.pointToPoint() ? member.pointToPoint() : member.collectives();
        return calls == null || calls.size() == 0
                ? new Evidence(rank, null, "made no call")
                : new Evidence(rank, calls.call(calls.size() - 1), "its last call");
    }

    private Finding finding(Gathering gathering, List<Integer> free) {
        Wait wait = gathering.first();
        Membership member = wait.communicator().memberships().get(free.get(0));
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(last(free.get(0), member, wait));
        evidence.addAll(RankAbsent.waiting(gathering.ranks(), situation));
        return new Finding(
                Cause.UNDETERMINED,
                Severity.NOTE,
                free,
                wait.communicator(),
                wait.call().sequence(),
                Wording.capital(awaits(gathering, free)) + ".",
                "The calls do not differ. These sources do not record how long the calls have been pending, so they do not show"
                        + " whether the awaited rank is late or stuck.",
                "If the job was hung when the sources were written, look at what " + Wording.lowerRanks(free)
                        + " did after the last call. To record times, set TORCH_NCCL_ENABLE_TIMING=1 (PyTorch dumps) or"
                        + " NCCL_DEBUG_TIMESTAMP_LEVELS=INFO (NCCL logs).",
                null,
                evidence);
    }
}
