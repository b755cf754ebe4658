package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The results of one communicator's calls, compared between its ranks. A call is compared if several ranks have summed its result,
 * and all of them the same number of elements of the same type. Immutable.
 *
 * @param communicator the communicator
 * @param compared the sequence numbers of the calls that were compared, ascending
 * @param differing those of which not all sums are equal, ascending
 */
public record ResultComparison(Communicator communicator, List<Long> compared, List<DifferingResult> differing) {

    /**
     * A call whose ranks have different results. Immutable.
     *
     * @param sequence its sequence number
     * @param sums the sums by global rank
     */
    public record DifferingResult(long sequence, Map<Integer, Long> sums) {
        public DifferingResult {
            sums = Collections.unmodifiableMap(new TreeMap<>(sums));
        }

        /** Returns the ranks with equal sums, the largest group first; of equal ones the one with the lowest rank. */
        public List<List<Integer>> groups() {
            Map<Long, List<Integer>> bySum = new LinkedHashMap<>();
            sums.forEach((rank, sum) ->
                    bySum.computeIfAbsent(sum, first -> new ArrayList<>()).add(rank));
            List<List<Integer>> groups = new ArrayList<>(bySum.values());
            // Stable, so that groups of one size stay in the order of their lowest ranks.
            groups.sort((one, other) -> other.size() - one.size());
            return groups;
        }
    }

    public ResultComparison {
        compared = List.copyOf(compared);
        differing = List.copyOf(differing);
    }

    /** Compares the results of a communicator. */
    public static ResultComparison of(Communicator communicator) {
        List<Long> compared = new ArrayList<>();
        List<DifferingResult> differing = new ArrayList<>();
        List<Membership> members = communicator.memberships().values().stream()
                .filter(member -> member.results().size() > 0)
                .toList();
        for (long sequence : sequences(members)) {
            Map<Integer, Long> sums = sums(members, sequence);
            if (sums == null) {
                continue;
            }
            compared.add(sequence);
            if (!sums.isEmpty()) {
                differing.add(new DifferingResult(sequence, sums));
            }
        }
        return new ResultComparison(communicator, compared, differing);
    }

    /** Returns the sequence numbers of the calls of which any member has a sum, ascending. */
    private static Set<Long> sequences(List<Membership> members) {
        Set<Long> sequences = new TreeSet<>();
        SummedResults before = SummedResults.NONE;
        for (Membership member : members) {
            // Most members have summed the same calls, and there may be thousands of them.
            if (!member.results().sameCalls(before)) {
                before = member.results();
                for (int i = 0; i < before.size(); i++) {
                    sequences.add(before.sequence(i));
                }
            }
        }
        return sequences;
    }

    /** Returns the sums of a call by rank, none if they are equal; null where they cannot be compared. */
    private static Map<Integer, Long> sums(List<Membership> members, long sequence) {
        SummedResults first = null;
        int firstIndex = -1;
        int count = 0;
        boolean equal = true;
        for (Membership member : members) {
            SummedResults results = member.results();
            int index = results.indexOf(sequence);
            if (index < 0) {
                continue;
            }
            if (first == null) {
                first = results;
                firstIndex = index;
            } else if (!results.comparable(index, first, firstIndex)) {
                return null;
            }
            equal &= results.sum(index) == first.sum(firstIndex);
            count++;
        }
        if (count < 2) {
            return null;
        }
        Map<Integer, Long> sums = new TreeMap<>();
        for (Membership member : equal ? List.<Membership>of() : members) {
            int index = member.results().indexOf(sequence);
            if (index >= 0) {
                sums.put(member.rank(), member.results().sum(index));
            }
        }
        return sums;
    }

    /** Returns the sums of one rank in the calls that differ between the ranks, but for one call. */
    public Set<Long> differingSums(int rank, long except) {
        Set<Long> sums = new HashSet<>();
        for (DifferingResult each : differing) {
            if (each.sequence() != except && each.sums().containsKey(rank)) {
                sums.add(each.sums().get(rank));
            }
        }
        return sums;
    }
}
