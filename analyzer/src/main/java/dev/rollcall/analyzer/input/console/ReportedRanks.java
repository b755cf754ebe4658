package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a console shows of each rank in the last attempt, as much as the memory allows. Facts without a rank have -1. Not thread-safe. */
final class ReportedRanks {
    /** A larger number of ranks is damage. */
    static final int MOST = 1 << 17;

    /** What a rank, and a group of a rank, take in memory, in bytes, also in the job. */
    static final int BYTES_OF_RANK = 2000;

    private static final int BYTES_OF_GROUP = 2000;

    /** Different stacks and texts that are kept; ranks of one program share most of them. */
    private static final int MOST_SHARED = 1 << 13;

    private final MemoryBudget budget;
    private final Map<Integer, ReportedRank> ranks = new TreeMap<>();
    private final Map<Object, Object> shared = new HashMap<>();

    ReportedRanks(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Returns whether facts of a rank may be kept. */
    boolean allows(int rank) {
        return rank < MOST && (!budget.isSpent() || ranks.containsKey(rank));
    }

    /** Returns the facts of a rank; null if none are known. */
    ReportedRank known(int rank) {
        return ranks.get(rank);
    }

    /** Returns the facts of a rank, which may be the first ones. */
    ReportedRank of(int rank) {
        return ranks.computeIfAbsent(rank, number -> {
            budget.take(BYTES_OF_RANK);
            return new ReportedRank();
        });
    }

    /** Returns the facts of a rank in a group, which may be the first ones; null if they do not fit. */
    GroupFacts of(int rank, GroupName group) {
        ReportedRank facts = of(rank);
        return facts.groups.containsKey(group) || budget.take(BYTES_OF_GROUP) ? facts.of(group) : null;
    }

    /** Returns the one copy of a value that is kept; another value if no more fit. */
    @SuppressWarnings("unchecked")
    <T> T share(T value, T otherwise) {
        if (!shared.containsKey(value)
                && (shared.size() >= MOST_SHARED
                        || !budget.take(2L * value.toString().length()))) {
            return otherwise;
        }
        return (T) shared.computeIfAbsent(value, same -> same);
    }

    /** Returns the numbers of the ranks, in order. */
    Set<Integer> numbers() {
        return ranks.keySet();
    }

    /** Returns the facts of all ranks, in their order. */
    Collection<ReportedRank> all() {
        return ranks.values();
    }

    /** Returns the facts without a rank, and forgets them; null if there are none. */
    ReportedRank removeWithoutRank() {
        return ranks.remove(-1);
    }

    void restarted() {
        ranks.clear();
    }
}
