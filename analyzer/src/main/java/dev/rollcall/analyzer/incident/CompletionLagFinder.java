package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CompletionLag;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Gathering;
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

    /**
     * Returns the incidents, one for each call, with the ranks that lag there first.
     *
     * @param explained receives the gatherings that they are about
     */
    static List<Incident> find(AlignedJob aligned, Set<Gathering> explained) {
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
        lags.stream()
                .filter(lag -> byRank.containsKey(lag.rank()))
                .forEach(lag -> aligned.waits().gatherings().stream()
                        .filter(gathering -> gathering.first().communicator() == lag.communicator()
                                && gathering.first().call().sequence()
                                        == lag.call().sequence()
                                && gathering.first().absent().isEmpty())
                        .forEach(explained::add));
        return calls.values().stream().map(its -> incident(its, aligned)).toList();
    }

    private static boolean againstMost(CompletionLag lag) {
        return 2 * lag.completedOn().size() > lag.communicator().size();
    }

    private static Incident incident(List<CompletionLag> lags, AlignedJob aligned) {
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
                new IncidentDetails.Lag(first));
    }
}
