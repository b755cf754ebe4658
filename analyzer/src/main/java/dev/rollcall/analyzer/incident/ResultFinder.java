package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.ResultComparison;
import dev.rollcall.analyzer.model.ResultComparison.DifferingResult;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds calls whose ranks made them with equal arguments and received different results. Only the first of each communicator counts:
 * wrong numbers lead to others.
 */
final class ResultFinder {
    /** The types of which a sum depends on the order of its elements. */
    private static final Set<String> ROUNDED = Set.of("f16", "bf16", "f32", "f64", "f8e4m3", "f8e5m2", "c64", "c128");

    /** The reductions that choose an element and therefore do not round. */
    private static final Set<String> CHOOSING = Set.of("min", "max");

    private final Communicator communicator;
    private final ResultComparison comparison;
    private final List<CallDifference> differences;

    private ResultFinder(Communicator communicator, AlignedJob aligned) {
        this.communicator = communicator;
        this.comparison = ResultComparison.of(communicator);
        this.differences = aligned.alignment(communicator).differences();
    }

    static List<Incident> find(AlignedJob aligned) {
        List<Incident> incidents = new ArrayList<>();
        for (Communicator communicator : aligned.job().communicators()) {
            boolean summed = communicator.memberships().values().stream()
                    .anyMatch(member -> member.results().size() > 0);
            Incident incident = summed ? new ResultFinder(communicator, aligned).find() : null;
            if (incident != null) {
                incidents.add(incident);
            }
        }
        return incidents;
    }

    /** Returns the first wrong result as an incident; null for none. */
    private Incident find() {
        for (DifferingResult each : comparison.differing()) {
            Map<Integer, Call> calls = calls(each);
            if (differs(each.sequence())) {
                // From here on the numbers of the calls may be those of other calls.
                return null;
            }
            if (calls.size() == each.sums().size() && !isOtherCall(each) && isProof(each, calls)) {
                return incident(each, calls);
            }
        }
        return null;
    }

    /** Returns whether the calls up to this one differ between the ranks, which explains different results. */
    private boolean differs(long sequence) {
        return differences.stream().anyMatch(each -> Math.min(each.sequence(), each.othersSequence()) <= sequence);
    }

    /** Returns the calls by rank, as far as the sources still hold them. */
    private Map<Integer, Call> calls(DifferingResult result) {
        Map<Integer, Call> calls = new TreeMap<>();
        for (int rank : result.sums().keySet()) {
            CallSequence its = communicator.memberships().get(rank).collectives();
            if (its.holds(result.sequence()) && !its.isLost(result.sequence())) {
                calls.put(rank, its.call((int) (result.sequence() - its.firstSequence())));
            }
        }
        return calls;
    }

    /**
     * Returns whether a rank has this result of the others in another call that differs, or they have its result there. Then the calls
     * are numbered differently: the library may serve several threads in another order than the recorder, which does not number what
     * it did not see.
     */
    private boolean isOtherCall(DifferingResult result) {
        int usual = result.groups().get(0).get(0);
        long sum = result.sums().get(usual);
        Set<Long> usualElsewhere = comparison.differingSums(usual, result.sequence());
        return result.sums().entrySet().stream()
                .filter(each -> each.getValue() != sum)
                .anyMatch(each -> usualElsewhere.contains(each.getValue())
                        || comparison
                                .differingSums(each.getKey(), result.sequence())
                                .contains(sum));
    }

    /**
     * Returns whether equal bits can be expected. Where a reduction rounds, a library could give each rank a sum in another order. That
     * it does not, an equal result of another such call shows, or that all ranks but one have the same.
     */
    private boolean isProof(DifferingResult result, Map<Integer, Call> calls) {
        Signature signature = calls.values().iterator().next().signature();
        if (!rounds(signature)) {
            return true;
        }
        List<Integer> largest = result.groups().get(0);
        if (result.sums().size() >= Thresholds.FEWEST_RANKS_FOR_ODD_ONE
                && largest.size() == result.sums().size() - 1) {
            return true;
        }
        Set<Long> different = new HashSet<>();
        comparison.differing().forEach(each -> different.add(each.sequence()));
        CallSequence any = communicator.memberships().get(largest.get(0)).collectives();
        return comparison.compared().stream()
                .filter(sequence -> !different.contains(sequence) && any.holds(sequence))
                .map(sequence -> any.signature((int) (sequence - any.firstSequence())))
                .anyMatch(other -> rounds(other)
                        && other.elementType().equals(signature.elementType())
                        && other.reduction().equals(signature.reduction()));
    }

    private static boolean rounds(Signature signature) {
        return signature.reduction() != null
                && signature.elementType() != null
                && ROUNDED.contains(signature.elementType())
                && !CHOOSING.contains(signature.reduction());
    }

    private Incident incident(DifferingResult result, Map<Integer, Call> calls) {
        List<List<Integer>> groups = result.groups();
        List<Integer> largest = groups.get(0);
        List<Integer> rest = result.sums().keySet().stream()
                .filter(rank -> !largest.contains(rank))
                .toList();
        Fact blame =
                2 * largest.size() > Math.max(communicator.size(), result.sums().size())
                                && result.sums().size() >= Thresholds.FEWEST_RANKS_FOR_ODD_ONE
                        ? Fact.ONE_SIDE
                        : largest.size() == 1 && groups.size() > 2 ? Fact.ALL_SIDES : Fact.EITHER_SIDE;
        return new Incident(
                IncidentKind.WRONG_RESULT,
                EnumSet.of(blame),
                Cause.RESULT_MISMATCH,
                communicator,
                result.sequence(),
                rest,
                largest,
                calls.values().stream().mapToLong(Incident::time).min().orElse(Long.MAX_VALUE),
                new IncidentDetails.Results(
                        result,
                        calls,
                        comparison.compared().size(),
                        comparison.differing().size()));
    }
}
