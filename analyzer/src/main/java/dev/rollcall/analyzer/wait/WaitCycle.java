package dev.rollcall.analyzer.wait;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds ranks that wait for each other: a strongly connected component of the wait-for graph, by R. Tarjan's algorithm
 * ("Depth-first search and linear graph algorithms", 1972), without recursion. Not thread-safe.
 */
final class WaitCycle {
    private final Map<Integer, Wait> waits;
    private final Map<Integer, Integer> order = new HashMap<>();
    private final Map<Integer, Integer> low = new HashMap<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private final Set<Integer> inComponent = new TreeSet<>();

    WaitCycle(Map<Integer, Wait> waits) {
        this.waits = waits;
    }

    /** Returns the first component of two ranks or more that comes to light, so none that it waits for is one; or nobody. */
    Set<Integer> find() {
        for (int rank : waits.keySet()) {
            if (!order.containsKey(rank)) {
                Set<Integer> found = from(rank);
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return Collections.emptySet();
    }

    private record Visit(int rank, Iterator<Integer> edges) {}

    private Set<Integer> from(int root) {
        Deque<Visit> path = new ArrayDeque<>();
        path.push(enter(root));
        while (!path.isEmpty()) {
            Visit visit = path.peek();
            if (visit.edges().hasNext()) {
                int next = visit.edges().next();
                if (waits.containsKey(next) && !order.containsKey(next)) {
                    path.push(enter(next));
                } else if (order.containsKey(next) && !inComponent.contains(next)) {
                    low.merge(visit.rank(), order.get(next), Math::min);
                }
                continue;
            }
            path.pop();
            if (!path.isEmpty()) {
                low.merge(path.peek().rank(), low.get(visit.rank()), Math::min);
            }
            if (low.get(visit.rank()).equals(order.get(visit.rank()))) {
                Set<Integer> component = close(visit.rank());
                if (component.size() > 1) {
                    return component;
                }
            }
        }
        return Collections.emptySet();
    }

    private Visit enter(int rank) {
        low.put(rank, order.size());
        order.put(rank, order.size());
        open.push(rank);
        return new Visit(rank, waits.get(rank).absent().iterator());
    }

    private Set<Integer> close(int root) {
        Set<Integer> component = new TreeSet<>();
        int rank;
        do {
            rank = open.pop();
            component.add(rank);
        } while (rank != root);
        inComponent.addAll(component);
        return component;
    }
}
