package dev.rollcall.analyzer.code.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which nodes lie on all ways from the entry to a node, or from a node to the exit (Cooper, Harvey and Kennedy, <i>A Simple, Fast
 * Dominance Algorithm</i>, 2001). Immutable and thread-safe.
 */
public final class Dominators {
    private final int root;
    private final int[] parent;
    private final int[] entered;
    private final int[] left;

    private Dominators(int[][] successors, int[][] predecessors, int root) {
        this.root = root;
        int[] order = ControlFlow.reversePostOrder(successors, root);
        parent = parents(order, predecessors, successors.length);
        entered = new int[parent.length];
        left = new int[parent.length];
        number(order);
    }

    /** Returns the dominators from the entry. */
    public static Dominators of(ControlFlow flow) {
        return new Dominators(flow.graph(), ControlFlow.reversed(flow.graph()), 0);
    }

    /**
     * Returns the post-dominators: the dominators from the end on the reversed flow. A loop that never ends counts as if its first
     * instruction could leave the function.
     */
    public static Dominators reverseOf(ControlFlow flow) {
        int[][] successors = flow.graph().clone();
        for (int[] component : Components.of(successors)) {
            int first = Arrays.stream(component)
                    .boxed()
                    .min((one, other) -> flow.position(one) - flow.position(other))
                    .orElseThrow();
            if (first != flow.exit() && neverLeaves(component, successors)) {
                int[] ways = Arrays.copyOf(successors[first], successors[first].length + 1);
                ways[ways.length - 1] = flow.exit();
                successors[first] = ways;
            }
        }
        return new Dominators(ControlFlow.reversed(successors), successors, flow.exit());
    }

    private static boolean neverLeaves(int[] component, int[][] successors) {
        BitSet members = new BitSet();
        Arrays.stream(component).forEach(members::set);
        return Arrays.stream(component)
                .flatMap(node -> Arrays.stream(successors[node]))
                .allMatch(members::get);
    }

    private static int[] parents(int[] order, int[][] predecessors, int nodes) {
        int[] position = new int[nodes];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
        int[] found = new int[nodes];
        Arrays.fill(found, -1);
        found[order[0]] = order[0];
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = 1; i < order.length; i++) {
                int node = order[i];
                int next = -1;
                for (int from : predecessors[node]) {
                    if (found[from] >= 0) {
                        next = next < 0 ? from : meet(next, from, found, position);
                    }
                }
                if (next != found[node]) {
                    found[node] = next;
                    changed = true;
                }
            }
        }
        return found;
    }

    private static int meet(int one, int other, int[] parent, int[] position) {
        int a = one;
        int b = other;
        while (a != b) {
            if (position[a] > position[b]) {
                a = parent[a];
            } else {
                b = parent[b];
            }
        }
        return a;
    }

    /** Numbers the tree's nodes in the order in which a walk enters and leaves them. */
    private void number(int[] order) {
        List<List<Integer>> children = new ArrayList<>();
        for (int i = 0; i < parent.length; i++) {
            children.add(List.of());
        }
        for (int node : order) {
            if (node != root) {
                if (children.get(parent[node]).isEmpty()) {
                    children.set(parent[node], new ArrayList<>());
                }
                children.get(parent[node]).add(node);
            }
        }
        int[] path = new int[parent.length];
        int[] next = new int[parent.length];
        int counter = 1;
        int depth = 0;
        path[0] = root;
        entered[root] = counter++;
        while (depth >= 0) {
            int node = path[depth];
            if (next[node] < children.get(node).size()) {
                int child = children.get(node).get(next[node]++);
                entered[child] = counter++;
                path[++depth] = child;
            } else {
                left[node] = counter++;
                depth--;
            }
        }
    }

    /** Returns a node's immediate dominator; the root's is itself; -1 for a node that the root does not reach. */
    public int parent(int node) {
        return parent[node];
    }

    /** Returns whether all ways from the root to {@code node} pass {@code by}; a node dominates itself. */
    public boolean dominates(int by, int node) {
        return entered[by] > 0 && entered[by] <= entered[node] && left[node] <= left[by];
    }

    /** Returns the nearest node that dominates both; both must be reachable from the root. */
    public int meet(int one, int other) {
        int a = one;
        while (!dominates(a, other)) {
            a = parent[a];
        }
        return a;
    }
}
