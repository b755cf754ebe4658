package dev.rollcall.analyzer.scan.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Immediate post-dominators of a flow graph whose exits lead to one node more. */
final class PostDominators {
    private PostDominators() {}

    /** Returns for each node its immediate post-dominator, the number of nodes standing for the exit. */
    static int[] of(int[][] successors) {
        int n = successors.length;
        List<List<Integer>> before = new ArrayList<>();
        for (int i = 0; i <= n; i++) {
            before.add(new ArrayList<>());
        }
        for (int i = 0; i < n; i++) {
            for (int to : successors[i]) {
                before.get(to).add(i);
            }
            if (successors[i].length == 0) {
                before.get(n).add(i);
            }
        }
        int[] rank = new int[n + 1];
        List<Integer> order = order(before, n, rank);
        int[] found = new int[n + 1];
        Arrays.fill(found, -1);
        found[n] = n;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int k = order.size() - 2; k >= 0; k--) {
                int node = order.get(k);
                int next = -1;
                for (int to : successors[node].length == 0 ? new int[] {n} : successors[node]) {
                    if (found[to] >= 0) {
                        next = next < 0 ? to : meet(next, to, found, rank);
                    }
                }
                if (next != found[node]) {
                    found[node] = next;
                    changed = true;
                }
            }
        }
        int[] result = Arrays.copyOf(found, n);
        for (int i = 0; i < n; i++) {
            result[i] = result[i] < 0 ? n : result[i];
        }
        return result;
    }

    private static int meet(int one, int other, int[] found, int[] rank) {
        int a = one;
        int b = other;
        while (a != b) {
            if (rank[a] < rank[b]) {
                a = found[a];
            } else {
                b = found[b];
            }
        }
        return a;
    }

    /** Returns the nodes that lead to the exit in post-order of the reversed graph, and numbers them. */
    private static List<Integer> order(List<List<Integer>> before, int exit, int[] rank) {
        List<Integer> order = new ArrayList<>();
        boolean[] seen = new boolean[before.size()];
        int[] next = new int[before.size()];
        int[] path = new int[before.size()];
        int depth = 0;
        path[0] = exit;
        seen[exit] = true;
        while (depth >= 0) {
            int node = path[depth];
            List<Integer> open = before.get(node);
            if (next[node] < open.size()) {
                int to = open.get(next[node]++);
                if (!seen[to]) {
                    seen[to] = true;
                    path[++depth] = to;
                }
            } else {
                rank[node] = order.size();
                order.add(node);
                depth--;
            }
        }
        return order;
    }
}
