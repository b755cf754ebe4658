package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;

/** The verdict where calls failed and nothing tells with which rank it began. */
final class Breakdown {
    private final Situation situation;
    private final List<Finding> notes;

    Breakdown(Situation situation, List<Finding> notes) {
        this.situation = situation;
        this.notes = notes;
    }

    /** Draws the verdict from the call that failed first; null where none did. */
    Verdict verdict() {
        Gathering broken = situation.waits().gatherings().stream()
                .filter(gathering -> !failed(gathering).isEmpty())
                .min((one, other) -> Long.compare(time(one), time(other)))
                .orElse(null);
        if (broken == null) {
            return null;
        }
        Wait first = broken.first();
        List<Wait> failed = failed(broken);
        List<Integer> ranks = failed.stream().map(Wait::rank).toList();
        List<Integer> waiting =
                broken.ranks().stream().filter(rank -> !ranks.contains(rank)).toList();
        String error = failed.get(0).call().failure();
        StringBuilder summary = new StringBuilder(Wording.ranks(ranks))
                .append(" failed in ")
                .append(Wording.in(first))
                .append(error.isEmpty() ? "" : " (" + Wording.brief(error) + ")");
        if (!waiting.isEmpty()) {
            summary.append(", ").append(Wording.lowerRanks(waiting)).append(Wording.either(waiting, " is", " are"));
            summary.append(" still in it");
        }
        lacking(
                summary,
                first.absent(),
                Wording.either(first.absent(), " has", " have")
                        + (first.joining() ? " not joined it" : " not made it"));
        lacking(summary, first.unread(), Wording.either(first.unread(), " has", " have") + " no trace of it");
        summary.append(". The traces do not show which rank failed first.");
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding(
                Cause.UNDETERMINED,
                Severity.NOTE,
                broken.ranks(),
                first.communicator(),
                first.call().sequence(),
                summary.toString(),
                "A rank that loses a connection or times out reports the failure of another rank. No trace records a failure"
                        + " before these.",
                "Read what each rank printed before the call failed. Check the logs of the scheduler and of the kernel for a"
                        + " killed process.",
                null,
                RankAbsent.waiting(broken.ranks(), situation)));
        findings.addAll(notes);
        return new Verdict(situation.job(), Outcome.INCONCLUSIVE, List.of(), summary.toString(), findings);
    }

    private static void lacking(StringBuilder summary, List<Integer> ranks, String what) {
        if (!ranks.isEmpty()) {
            summary.append(", ").append(Wording.lowerRanks(ranks)).append(what);
        }
    }

    private List<Wait> failed(Gathering gathering) {
        return gathering.ranks().stream()
                .map(situation.waits().waits()::get)
                .filter(wait -> wait.call().state() == CallState.FAILED)
                .toList();
    }

    private long time(Gathering gathering) {
        return failed(gathering).stream()
                .mapToLong(wait -> wait.call().completed())
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
