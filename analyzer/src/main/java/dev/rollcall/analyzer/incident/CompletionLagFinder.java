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
 * a rank that lags on two, or against most members of one, is behind. Where most members lag in a call that is stuck there, the few
 * on which it completed are ahead: a call too many on them matched the others' call.
 *
 * <p>The device is the cause only if the peers made the same call. Where only their counters passed its number, the pending call may
 * also be one that the peers do not make.
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
        if (byRank.isEmpty()) {
            return ahead(lags, aligned);
        }
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
                        Fact.FEW_LACK,
                        firsts,
                        firsts.stream()
                                .flatMap(lag -> byRank.get(lag.rank()).stream())
                                .toList(),
                        aligned))
                .toList();
    }

    /** Returns an incident for each stuck call that completed on a few members of a communicator, while it is pending on all others. */
    private static List<Incident> ahead(List<CompletionLag> lags, AlignedJob aligned) {
        Map<List<Object>, List<CompletionLag>> calls = new LinkedHashMap<>();
        lags.forEach(lag -> calls.computeIfAbsent(
                        List.of(lag.communicator().identity(), lag.call().sequence()), call -> new ArrayList<>())
                .add(lag));
        return calls.values().stream()
                .filter(its -> 2 * its.size() > its.get(0).communicator().size()
                        && its.size() + its.get(0).completedOn().size()
                                == its.get(0).communicator().size())
                .map(its -> incident(Fact.MOST_LACK, its, its, aligned))
                .filter(incident -> incident.is(Fact.FROZEN))
                .toList();
    }

    private static boolean againstMost(CompletionLag lag) {
        return 2 * lag.completedOn().size() > lag.communicator().size();
    }

    private static Incident incident(
            Fact count, List<CompletionLag> lags, List<CompletionLag> all, AlignedJob aligned) {
        CompletionLag first = lags.get(0);
        Set<Integer> completedOn = new TreeSet<>();
        lags.forEach(lag -> completedOn.addAll(lag.completedOn()));
        List<Wait> waits = lags.stream()
                .map(lag -> aligned.waitOf(lag.rank()))
                .filter(Objects::nonNull)
                .toList();
        return new Incident(
                IncidentKind.LAGGING_COMPLETION,
                EnumSet.of(count, waits.isEmpty() ? Fact.UNDATED : WaitClock.of(waits, aligned)),
                lags.stream().allMatch(CompletionLag::sameCall) ? Cause.GPU_STUCK : Cause.UNDETERMINED,
                first.communicator(),
                first.call().sequence(),
                lags.stream().map(CompletionLag::rank).toList(),
                List.copyOf(completedOn),
                Incident.time(first.call()),
                new IncidentDetails.Lag(first, all));
    }
}
