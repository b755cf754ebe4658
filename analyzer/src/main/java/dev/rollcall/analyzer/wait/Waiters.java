package dev.rollcall.analyzer.wait;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Some ranks and all ranks that wait for them, directly or through others. All additions together take time linear in the size
 * of the graph. Not thread-safe.
 */
public final class Waiters {
    private final WaitGraph graph;
    private final Set<Integer> ranks = new HashSet<>();

    /** Starts without ranks. */
    public Waiters(WaitGraph graph) {
        this.graph = graph;
    }

    /**
     * Adds ranks and those that wait for them.
     *
     * @return the ranks that wait for them and were not in the set, the nearest first
     */
    public List<Integer> add(Collection<Integer> awaited) {
        Deque<Integer> next = new ArrayDeque<>();
        awaited.stream().filter(ranks::add).forEach(next::add);
        List<Integer> added = new ArrayList<>();
        while (!next.isEmpty()) {
            for (Gathering gathering : graph.awaiting(next.remove())) {
                for (int rank : gathering.ranks()) {
                    if (ranks.add(rank)) {
                        added.add(rank);
                        next.add(rank);
                    }
                }
            }
        }
        return added;
    }

    /** Returns whether a rank was added, or waits for one that was. */
    public boolean contains(int rank) {
        return ranks.contains(rank);
    }
}
