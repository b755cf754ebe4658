package dev.rollcall.analyzer.code.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The strongly connected components of a graph (Tarjan, <i>Depth-First Search and Linear Graph Algorithms</i>, 1972), without
 * recursion.
 */
public final class Components {
    private final int[][] successors;
    private final BitSet within;
    private final int[] index;
    private final int[] low;
    private final BitSet done = new BitSet();
    private final int[] stack;
    private final int[] path;
    private final int[] next;
    private final List<int[]> found = new ArrayList<>();
    private int height;
    private int counter;

    private Components(int[][] successors, BitSet within) {
        this.successors = successors;
        this.within = within;
        int n = successors.length;
        index = new int[n];
        low = new int[n];
        stack = new int[n];
        path = new int[n];
        next = new int[n];
    }

    /**
     * Returns the components of a part of a graph, each after those that it leads to.
     *
     * @param successors the successors of each node
     * @param within the nodes that count; edges to others do not
     */
    public static List<int[]> of(int[][] successors, BitSet within) {
        Components components = new Components(successors, within);
        for (int i = within.nextSetBit(0); i >= 0; i = within.nextSetBit(i + 1)) {
            if (components.index[i] == 0) {
                components.search(i);
            }
        }
        return components.found;
    }

    /** Returns the components of a graph, each after those that it leads to. */
    public static List<int[]> of(int[][] successors) {
        BitSet all = new BitSet();
        all.set(0, successors.length);
        return of(successors, all);
    }

    private void search(int root) {
        int depth = 0;
        path[0] = root;
        enter(root);
        while (depth >= 0) {
            int node = path[depth];
            if (next[node] < successors[node].length) {
                int to = successors[node][next[node]++];
                if (!within.get(to)) {
                    continue;
                }
                if (index[to] == 0) {
                    enter(to);
                    path[++depth] = to;
                } else if (!done.get(to)) {
                    low[node] = Math.min(low[node], index[to]);
                }
            } else {
                leave(node);
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[node]);
                }
            }
        }
    }

    private void enter(int node) {
        index[node] = ++counter;
        low[node] = counter;
        stack[height++] = node;
    }

    private void leave(int node) {
        if (low[node] == index[node]) {
            int top = height;
            do {
                done.set(stack[--height]);
            } while (stack[height] != node);
            found.add(Arrays.copyOfRange(stack, height, top));
        }
    }
}
