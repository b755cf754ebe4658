package dev.rollcall.analyzer.wait;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds ranks that wait for each other: a strongly connected component of the wait-for graph, by R. Tarjan's algorithm
 * ("Depth-first search and linear graph algorithms", 1972), without recursion. Not thread-safe.
 *
 * <p>Between the ranks that wait in one call and those whom they all wait for stands a node of its own: thousands that wait
 * for thousands are then no millions of edges. Ranks are their numbers, these nodes are negative.
 */
final class WaitCycle {
    private final Map<Integer, Wait> waits;
    /** By identity: those who wait in one call have one list. */
    private final Map<List<Integer>, Integer> nodes = new IdentityHashMap<>();

    private final List<List<Integer>> awaited = new ArrayList<>();
    private final Map<Integer, Integer> order = new HashMap<>();
    private final Map<Integer, Integer> low = new HashMap<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private final Set<Integer> inComponent = new HashSet<>();

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

    private record Visit(int node, Iterator<Integer> edges) {}

    private Set<Integer> from(int root) {
        Deque<Visit> path = new ArrayDeque<>();
        path.push(enter(root));
        while (!path.isEmpty()) {
            Visit visit = path.peek();
            if (visit.edges().hasNext()) {
                int next = visit.edges().next();
                if (!order.containsKey(next)) {
                    if (next < 0 || waits.containsKey(next)) {
                        path.push(enter(next));
                    }
                } else if (!inComponent.contains(next)) {
                    low.merge(visit.node(), order.get(next), Math::min);
                }
                continue;
            }
            path.pop();
            if (!path.isEmpty()) {
                low.merge(path.peek().node(), low.get(visit.node()), Math::min);
            }
            if (low.get(visit.node()).equals(order.get(visit.node()))) {
                Set<Integer> component = close(visit.node());
                if (component.size() > 1) {
                    return component;
                }
            }
        }
        return Collections.emptySet();
    }

    private Visit enter(int node) {
        low.put(node, order.size());
        order.put(node, order.size());
        open.push(node);
        return new Visit(node, edges(node).iterator());
    }

    private List<Integer> edges(int node) {
        if (node < 0) {
            return awaited.get(-1 - node);
        }
        List<Integer> absent = waits.get(node).absent();
        return List.of(nodes.computeIfAbsent(absent, unknown -> {
            awaited.add(absent);
            return -awaited.size();
        }));
    }

    /** Returns the ranks of a component. */
    private Set<Integer> close(int root) {
        Set<Integer> component = new TreeSet<>();
        int node;
        do {
            node = open.pop();
            inComponent.add(node);
            if (node >= 0) {
                component.add(node);
            }
        } while (node != root);
        return component;
    }
}
