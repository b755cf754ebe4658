package dev.rollcall.analyzer.code.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComponentsTest {

    @Test
    void nodesShareAComponentIfEachLeadsToTheOther() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            int[][] graph = graph(random);
            boolean[][] leads = closure(graph);
            int[] component = new int[graph.length];
            List<int[]> found = Components.of(graph);
            for (int i = 0; i < found.size(); i++) {
                for (int node : found.get(i)) {
                    component[node] = i;
                }
            }
            for (int a = 0; a < graph.length; a++) {
                for (int b = 0; b < graph.length; b++) {
                    boolean together = a == b || leads[a][b] && leads[b][a];
                    assertEquals(together, component[a] == component[b], "seed " + seed);
                    assertTrue(!leads[a][b] || component[b] <= component[a], "seed " + seed);
                }
            }
        }
    }

    @Test
    void edgesOutOfThePartDoNotCount() {
        BitSet part = new BitSet();
        part.set(0, 2);
        List<String> found = new ArrayList<>();
        Components.of(new int[][] {{1}, {2}, {0}}, part).forEach(each -> found.add(Arrays.toString(each)));
        assertEquals(List.of("[1]", "[0]"), found);
    }

    @Test
    void aLongChainNeedsNoStack() {
        int[][] graph = new int[200_000][];
        for (int i = 0; i < graph.length; i++) {
            graph[i] = new int[] {(i + 1) % graph.length};
        }
        assertEquals(1, Components.of(graph).size());
    }

    private static int[][] graph(Random random) {
        int[][] graph = new int[1 + random.nextInt(10)][];
        for (int i = 0; i < graph.length; i++) {
            graph[i] = random.ints(random.nextInt(3), 0, graph.length).toArray();
        }
        return graph;
    }

    private static boolean[][] closure(int[][] graph) {
        int n = graph.length;
        boolean[][] leads = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            for (int to : graph[i]) {
                leads[i][to] = true;
            }
        }
        for (int via = 0; via < n; via++) {
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    leads[a][b] |= leads[a][via] && leads[via][b];
                }
            }
        }
        return leads;
    }
}
