package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.rule.LateSteps.Step;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One rank is late in nearly every step, of itself. Late is who waits least: the time that each rank spends inside one call
 * needs no common clock.
 */
final class Straggler implements Rule {
    @Override
    public Cause cause() {
        return Cause.STRAGGLER;
    }

    @Override
    public String evidence() {
        return "when three or more ranks entered and left at least " + Thresholds.FEWEST_STRAGGLER_STEPS + " calls";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        boolean looked = false;
        Absences absences = new Absences(situation.job());
        for (Alignment alignment : situation.alignments()) {
            Communicator communicator = alignment.communicator();
            Collection<List<Step>> places = LateSteps.of(
                    communicator,
                    alignment.rankClasses().start(),
                    situation.job().ranks().size());
            looked |= places.stream().anyMatch(steps -> steps.size() >= Thresholds.FEWEST_STRAGGLER_STEPS);
            Finding finding = latest(communicator, places, absences);
            if (finding != null) {
                findings.add(finding);
            }
        }
        if (!findings.isEmpty()) {
            return new Answer.Found(findings, Set.of());
        }
        return looked
                ? new Answer.Fine()
                : new Answer.NotApplicable("too few calls whose times are known on all ranks");
    }

    /** Returns the finding on the place of the loop at which one rank is late for the longest; null where none is. */
    private static Finding latest(Communicator communicator, Collection<List<Step>> places, Absences absences) {
        Finding latest = null;
        long longest = 0;
        for (List<Step> steps : places) {
            List<Step> late =
                    steps.size() < Thresholds.FEWEST_STRAGGLER_STEPS ? List.of() : late(communicator, steps, absences);
            long usual = late.isEmpty() ? 0 : usual(late);
            if (usual > longest) {
                longest = usual;
                latest = finding(communicator, steps, late);
            }
        }
        return latest;
    }

    /** Returns the steps in which the rank that is late most often was late of itself; empty where it is not late in nearly all. */
    private static List<Step> late(Communicator communicator, List<Step> steps, Absences absences) {
        Map<Integer, Integer> counts = new HashMap<>();
        steps.forEach(step -> counts.merge(step.rank(), 1, Integer::sum));
        int rank =
                Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
        if (counts.get(rank) < Thresholds.STRAGGLER_SHARE * steps.size()) {
            return List.of();
        }
        List<Step> late = steps.stream()
                .filter(step -> step.rank() == rank && step.late() >= Thresholds.SHORTEST_LATENESS)
                .filter(step -> absences.longerThanOthers(communicator, step) >= step.late() / 2)
                .toList();
        long whole = steps.get(steps.size() - 1).issued() - steps.get(0).issued();
        return late.size() < Thresholds.STRAGGLER_SHARE * steps.size()
                        || usual(late) < Thresholds.STRAGGLER_COST * whole / (steps.size() - 1)
                ? List.of()
                : late;
    }

    private static long usual(List<Step> late) {
        long[] lateness = late.stream().mapToLong(Step::late).sorted().toArray();
        return lateness[lateness.length / 2];
    }

    private static Finding finding(Communicator communicator, List<Step> steps, List<Step> late) {
        int rank = late.get(0).rank();
        Call last = late.get(late.size() - 1).call();
        return new Finding(
                Cause.STRAGGLER,
                Severity.NOTE,
                List.of(rank),
                communicator,
                last.sequence(),
                "Rank " + Wording.grouped(rank) + " is late in " + Wording.grouped(late.size()) + " of the last "
                        + Wording.grouped(steps.size()) + " calls" + Wording.at(last.stack()) + " on `"
                        + communicator.name() + "`, usually by " + Wording.time(usual(late))
                        + "; the others wait for it each time.",
                "Every collective waits for its last rank, so one slow rank sets the pace of all.",
                "Compare what this rank does between its calls with the others: its data, its host's load, its device's clock.",
                null,
                List.of(new Evidence(rank, last, "waited least")));
    }
}
