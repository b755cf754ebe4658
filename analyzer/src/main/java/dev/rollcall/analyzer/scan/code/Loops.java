package dev.rollcall.analyzer.scan.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which instructions lie in which loops, the outermost loops first: a loop is a strongly connected component, and the loops
 * inside it are what is left of it once its heads can no longer be come back to.
 */
final class Loops {
    /** Deeper nesting than any person writes. */
    private static final int DEEPEST = 16;

    private final List<int[]> levels = new ArrayList<>();

    Loops(int[][] successors) {
        int[][] flow = successors;
        while (levels.size() < DEEPEST) {
            int[] components = Cycles.of(flow);
            if (Arrays.stream(components).allMatch(component -> component < 0)) {
                return;
            }
            levels.add(components);
            flow = withoutHeads(flow, components);
        }
    }

    /** Returns the flow without the ways back to the instructions at which its loops are entered. */
    private static int[][] withoutHeads(int[][] flow, int[] components) {
        boolean[] head = new boolean[flow.length];
        boolean[] entered = new boolean[flow.length];
        for (int from = 0; from < flow.length; from++) {
            for (int to : flow[from]) {
                if (components[to] >= 0 && components[from] != components[to]) {
                    head[to] = true;
                    entered[components[to]] = true;
                }
            }
        }
        for (int i = 0; i < flow.length; i++) {
            // What begins with a loop, or is never come to, is entered at its first instruction.
            if (components[i] >= 0 && !entered[components[i]]) {
                head[i] = true;
                entered[components[i]] = true;
            }
        }
        int[][] rest = new int[flow.length][];
        for (int from = 0; from < flow.length; from++) {
            int own = components[from];
            rest[from] = Arrays.stream(flow[from])
                    .filter(to -> own >= 0 && components[to] == own && !head[to])
                    .toArray();
        }
        return rest;
    }

    /** Returns whether a way out of a branch leaves the innermost loop that another way out of it stays in. */
    boolean leaves(int branch, int[] ways, int target) {
        for (int i = levels.size() - 1; i >= 0; i--) {
            int[] components = levels.get(i);
            int own = components[branch];
            if (own >= 0 && Arrays.stream(ways).anyMatch(to -> components[to] == own)) {
                if (Arrays.stream(ways).anyMatch(to -> components[to] != own)) {
                    return components[target] != own;
                }
            }
        }
        return false;
    }
}
