package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.incident.LateSteps.Step;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds a rank that is late in nearly every step, by itself. The rank that waits least in a call is the late one: the time
 * that each rank spends inside one call needs no common clock.
 */
final class StragglerFinder {
    private StragglerFinder() {}

    static List<Incident> find(AlignedJob aligned) {
        IdleTimes idle = new IdleTimes(aligned.job());
        List<Incident> incidents = new ArrayList<>();
        for (Alignment alignment : aligned.alignments()) {
            Communicator communicator = alignment.communicator();
            Incident incident = latest(
                    communicator,
                    LateSteps.of(
                            communicator,
                            alignment.rankClasses().start(),
                            aligned.job().ranks().size()),
                    idle);
            if (incident != null) {
                incidents.add(incident);
            }
        }
        return incidents;
    }

    /** Returns the incident at the place of the loop at which one rank is late for the longest; null where none is. */
    private static Incident latest(Communicator communicator, Collection<List<Step>> places, IdleTimes idle) {
        Incident latest = null;
        long longest = 0;
        for (List<Step> steps : places) {
            List<Step> late =
                    steps.size() < Thresholds.FEWEST_STRAGGLER_STEPS ? List.of() : late(communicator, steps, idle);
            long usual = late.isEmpty() ? 0 : median(late);
            if (usual > longest) {
                longest = usual;
                latest = incident(communicator, steps, late);
            }
        }
        return latest;
    }

    /** Returns the steps in which the rank that is late most often was late by itself; empty where that is not in nearly all. */
    private static List<Step> late(Communicator communicator, List<Step> steps, IdleTimes idle) {
        Map<Integer, Integer> counts = new HashMap<>();
        steps.forEach(step -> counts.merge(step.rank(), 1, Integer::sum));
        int rank =
                Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
        if (counts.get(rank) < Thresholds.STRAGGLER_SHARE * steps.size()) {
            return List.of();
        }
        List<Step> late = steps.stream()
                .filter(step -> step.rank() == rank && step.late() >= Thresholds.SHORTEST_LATENESS)
                .filter(step -> idle.longerThanOthers(communicator, step) >= step.late() / 2)
                .toList();
        long whole = steps.get(steps.size() - 1).issued() - steps.get(0).issued();
        return late.size() < Thresholds.STRAGGLER_SHARE * steps.size()
                        || median(late) < Thresholds.STRAGGLER_COST * whole / (steps.size() - 1)
                ? List.of()
                : late;
    }

    private static long median(List<Step> late) {
        long[] lateness = late.stream().mapToLong(Step::late).sorted().toArray();
        return lateness[lateness.length / 2];
    }

    private static Incident incident(Communicator communicator, List<Step> steps, List<Step> late) {
        int rank = late.get(0).rank();
        Call last = late.get(late.size() - 1).call();
        return new Incident(
                IncidentKind.LATENESS,
                Set.of(),
                Cause.STRAGGLER,
                communicator,
                last.sequence(),
                List.of(rank),
                communicator.memberships().keySet().stream()
                        .filter(other -> other != rank)
                        .toList(),
                Incident.time(last),
                new IncidentDetails.LateCalls(late.size(), steps.size(), median(late), last));
    }
}
