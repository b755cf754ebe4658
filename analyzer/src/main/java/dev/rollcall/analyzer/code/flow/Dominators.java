package dev.rollcall.analyzer.code.flow;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which nodes lie on all ways from the entry to a node, or from a node to the exit (Cooper, Harvey and Kennedy, <i>A Simple, Fast
 * Dominance Algorithm</i>, 2001). Immutable and thread-safe.
 */
public final class Dominators {
    private final int root;
    private final int[] parent;
    private final int[] number;
    private final int[] below;

    private Dominators(int[][] successors, int[][] predecessors, int root) {
        this.root = root;
        int[] order = ControlFlow.reversePostOrder(successors, root);
        parent = parents(order, predecessors, successors.length);
        number = new int[parent.length];
        below = new int[parent.length];
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

    /** Numbers the tree's nodes so that those below a node follow it: parents stand before their children in the order. */
    private void number(int[] order) {
        for (int i = order.length - 1; i > 0; i--) {
            below[order[i]]++;
            below[parent[order[i]]] += below[order[i]];
        }
        below[root]++;
        int[] free = new int[parent.length];
        number[root] = 1;
        free[root] = 2;
        for (int i = 1; i < order.length; i++) {
            int node = order[i];
            number[node] = free[parent[node]];
            free[parent[node]] += below[node];
            free[node] = number[node] + 1;
        }
    }

    /** Returns a node's immediate dominator; the root's is itself; -1 for a node that the root does not reach. */
    public int parent(int node) {
        return parent[node];
    }

    /** Returns whether all ways from the root to {@code node} pass {@code by}; a node dominates itself. */
    public boolean dominates(int by, int node) {
        return number[by] > 0 && number[by] <= number[node] && number[node] < number[by] + below[by];
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
