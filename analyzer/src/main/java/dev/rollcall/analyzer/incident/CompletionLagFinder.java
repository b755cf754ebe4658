package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CompletionLag;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds ranks on which a call is pending that completed on their peers. One communicator may show it by the moment of the look;
 * a rank that lags on two, or against most members of one, is behind.
 */
final class CompletionLagFinder {
    private CompletionLagFinder() {}

    /** Returns the incidents, one for each call, with the ranks that lag there first. */
    static List<Incident> find(AlignedJob aligned) {
        Map<Integer, List<CompletionLag>> byRank = new TreeMap<>();
        List<CompletionLag> lags = CompletionLag.of(
                aligned.job(), communicator -> aligned.alignment(communicator).rankClasses());
        lags.forEach(lag ->
                byRank.computeIfAbsent(lag.rank(), rank -> new ArrayList<>()).add(lag));
        byRank.values().removeIf(its -> its.size() < 2 && !againstMost(its.get(0)));
        Map<List<Object>, List<CompletionLag>> calls = new LinkedHashMap<>();
        byRank.values().stream()
                .map(its -> its.get(0))
                .forEach(lag -> calls.computeIfAbsent(
                                List.of(
                                        lag.communicator().identity(),
                                        lag.call().sequence()),
                                call -> new ArrayList<>())
                        .add(lag));
        return calls.values().stream()
                .map(firsts -> incident(
                        firsts,
                        firsts.stream()
                                .flatMap(lag -> byRank.get(lag.rank()).stream())
                                .toList(),
                        aligned))
                .toList();
    }

    private static boolean againstMost(CompletionLag lag) {
        return 2 * lag.completedOn().size() > lag.communicator().size();
    }

    private static Incident incident(List<CompletionLag> lags, List<CompletionLag> all, AlignedJob aligned) {
        CompletionLag first = lags.get(0);
        Set<Integer> completedOn = new TreeSet<>();
        lags.forEach(lag -> completedOn.addAll(lag.completedOn()));
        List<Wait> waits = lags.stream()
                .map(lag -> aligned.waitOf(lag.rank()))
                .filter(Objects::nonNull)
                .toList();
        return new Incident(
                IncidentKind.LAGGING_COMPLETION,
                EnumSet.of(waits.isEmpty() ? Fact.UNDATED : WaitClock.of(waits, aligned)),
                Cause.GPU_STUCK,
                first.communicator(),
                first.call().sequence(),
                lags.stream().map(CompletionLag::rank).toList(),
                List.copyOf(completedOn),
                Incident.time(first.call()),
                new IncidentDetails.Lag(first, all));
    }
}
