package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Of each rank, the smallest hashes of its messages: of two copies of a console, also of parts, most have the same (Broder 1997,
 * MinHash). Not thread-safe.
 */
final class MessageMarks {
    /** What a mark of a rank takes in memory, in bytes. */
    private static final int BYTES = 100;

    private static final int MOST = 32;

    private final MemoryBudget budget;
    private final Map<Integer, SortedSet<Long>> marks = new HashMap<>();

    MessageMarks(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Adds a mark of a message of a rank, a number that other messages hardly have. */
    void add(int rank, long mark) {
        if (marks.containsKey(rank) || marks.size() < ReportedRanks.MOST) {
            SortedSet<Long> known = marks.computeIfAbsent(rank, number -> new TreeSet<>());
            if (known.add(mark) && known.size() <= MOST) {
                budget.take(BYTES);
            } else if (known.size() > MOST) {
                known.remove(known.last());
            }
        }
    }

    /** Returns the marks of a rank. */
    Set<Long> of(int rank) {
        return Set.copyOf(marks.getOrDefault(rank, new TreeSet<>()));
    }
}
