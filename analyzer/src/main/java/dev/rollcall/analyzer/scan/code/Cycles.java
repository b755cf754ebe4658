package dev.rollcall.analyzer.scan.code;

import java.util.Arrays;

/** Which nodes of a flow graph lie on a common cycle: its strongly connected components, by Tarjan, without recursion. */
final class Cycles {
    private final int[][] successors;
    private final int[] index;
    private final int[] low;
    private final int[] component;
    private final int[] stack;
    private int height;
    private int counter;

    private Cycles(int[][] successors) {
        this.successors = successors;
        int n = successors.length;
        index = new int[n];
        low = new int[n];
        component = new int[n];
        stack = new int[n];
        Arrays.fill(component, -1);
    }

    /** Returns for each node its component's number; -1 where it lies on no cycle. */
    static int[] of(int[][] successors) {
        Cycles cycles = new Cycles(successors);
        for (int i = 0; i < successors.length; i++) {
            if (cycles.index[i] == 0) {
                cycles.search(i);
            }
        }
        int[] size = new int[successors.length];
        for (int each : cycles.component) {
            size[each]++;
        }
        for (int i = 0; i < successors.length; i++) {
            int node = i;
            boolean alone = size[cycles.component[i]] == 1
                    && Arrays.stream(successors[i]).noneMatch(to -> to == node);
            cycles.low[i] = alone ? -1 : cycles.component[i];
        }
        return cycles.low;
    }

    private void search(int root) {
        int[] path = new int[successors.length];
        int[] next = new int[successors.length];
        int depth = 0;
        path[0] = root;
        enter(root);
        while (depth >= 0) {
            int node = path[depth];
            if (next[node] < successors[node].length) {
                int to = successors[node][next[node]++];
                if (index[to] == 0) {
                    enter(to);
                    path[++depth] = to;
                } else if (component[to] < 0) {
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
            int member;
            do {
                member = stack[--height];
                component[member] = node;
            } while (member != node);
        }
    }
}
