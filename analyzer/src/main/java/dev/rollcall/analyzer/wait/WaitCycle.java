package dev.rollcall.analyzer.wait;

import java.util.ArrayDeque;
import java.util.ArrayList;
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
 * Finds ranks that wait for each other: strongly connected components of the wait-for graph, by R. Tarjan's algorithm
 * ("Depth-first search and linear graph algorithms", 1972), without recursion. Not thread-safe.
 *
 * <p>A collective needs all its members, so each cycle is a deadlock: the AND model of E. Knapp ("Deadlock detection in
 * distributed databases", 1987). A cycle that waits for another one is left out, for the other one may have caused it.
 *
 * <p>The ranks in one call share one node for the ranks that they wait for. So the size of the graph is linear in the number
 * of waits, not quadratic. Ranks are their numbers; the shared nodes are negative.
 */
final class WaitCycle {
    private final Map<Integer, Wait> waits;
    /** By identity: the waits in one call share one list. */
    private final Map<List<Integer>, Integer> nodes = new IdentityHashMap<>();

    private final List<List<Integer>> awaited = new ArrayList<>();
    private final Map<Integer, Integer> order = new HashMap<>();
    private final Map<Integer, Integer> low = new HashMap<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private final Set<Integer> closed = new HashSet<>();
    /** The closed nodes that are in a cycle or lead to one, and the open ones known to lead to a closed cycle. */
    private final Set<Integer> leading = new HashSet<>();

    private final List<Set<Integer>> found = new ArrayList<>();

    WaitCycle(Map<Integer, Wait> waits) {
        this.waits = waits;
    }

    /** Returns the components of two ranks or more that wait for no other such component, by their lowest rank. */
    List<Set<Integer>> find() {
        for (int rank : waits.keySet()) {
            if (!order.containsKey(rank)) {
                search(rank);
            }
        }
        found.sort((one, other) ->
                Integer.compare(one.iterator().next(), other.iterator().next()));
        return List.copyOf(found);
    }

    private record Visit(int node, Iterator<Integer> edges) {}

    private void search(int root) {
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
                } else if (!closed.contains(next)) {
                    low.merge(visit.node(), order.get(next), Math::min);
                } else {
                    lead(visit.node(), next);
                }
                continue;
            }
            path.pop();
            if (low.get(visit.node()).equals(order.get(visit.node()))) {
                close(visit.node());
            }
            if (!path.isEmpty()) {
                low.merge(path.peek().node(), low.get(visit.node()), Math::min);
                lead(path.peek().node(), visit.node());
            }
        }
    }

    private void lead(int node, int next) {
        if (leading.contains(next)) {
            leading.add(node);
        }
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

    /** Closes the component of a node. */
    private void close(int root) {
        Set<Integer> ranks = new TreeSet<>();
        List<Integer> component = new ArrayList<>();
        int node;
        do {
            node = open.pop();
            closed.add(node);
            component.add(node);
            if (node >= 0) {
                ranks.add(node);
            }
        } while (node != root);
        boolean cycle = ranks.size() > 1;
        boolean last = component.stream().noneMatch(leading::contains);
        if (cycle && last) {
            found.add(ranks);
        }
        if (cycle || !last) {
            leading.addAll(component);
        }
    }
}
