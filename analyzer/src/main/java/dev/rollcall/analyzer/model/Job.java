package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One job: its ranks, communicators and calls. Immutable, but for calls that are read on demand and the tables, which grow.
 *
 * @param id the job's identity, as its sources have it; empty where they have none
 * @param ranks the ranks that were read, ascending
 * @param communicators in the order of their creation
 * @param signatures the table that {@link CallSequence#signature} refers to
 * @param sites the table that {@link CallSequence#site} refers to; its value 0 is the unknown site
 * @param coverage how much of the job the sources show
 */
public record Job(
        String id,
        List<Rank> ranks,
        List<Communicator> communicators,
        InternTable<Signature> signatures,
        InternTable<StackFrame> sites,
        Coverage coverage) {

    /** The site of a call whose stack was not recorded. */
    public static final StackFrame UNKNOWN_SITE = new StackFrame("", "", "", 0);

    public Job {
        ranks = List.copyOf(ranks);
        communicators = List.copyOf(communicators);
    }

    /** Returns the numbers of the ranks whose recording stopped, ascending. */
    public Set<Integer> unobserved() {
        Set<Integer> unobserved = new TreeSet<>();
        for (Rank rank : ranks) {
            if (rank.ending().isUnobserved()) {
                unobserved.add(rank.number());
            }
        }
        return unobserved;
    }

    /** Returns the rank with this number, or null where it was not read. */
    public Rank rank(int number) {
        int low = 0;
        int high = ranks.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = ranks.get(middle).number();
            if (found == number) {
                return ranks.get(middle);
            }
            if (found < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
