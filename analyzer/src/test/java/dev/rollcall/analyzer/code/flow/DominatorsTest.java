package dev.rollcall.analyzer.code.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.FormText;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DominatorsTest {

    @Test
    void theSidesOfABranchMeetAtItsPostDominator() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                parameter c
                0: branch c -> 1, 2
                1: nothing -> 3
                2: nothing
                3: return
                """));
        assertEquals(3, Dominators.reverseOf(flow).parent(0));
        assertEquals(0, Dominators.of(flow).parent(3));
        assertEquals(0, Dominators.of(flow).meet(1, 2));
    }

    @Test
    void sidesThatReturnMeetAtTheEnd() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                parameter c
                0: branch c -> 1, 2
                1: return
                2: return
                """));
        assertEquals(flow.exit(), Dominators.reverseOf(flow).parent(0));
    }

    @Test
    void aLoopThatNeverEndsHasPostDominatorsAsIfItsHeaderLeft() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                0: nothing
                1: call @step()
                2: nothing -> 1
                """));
        Dominators after = Dominators.reverseOf(flow);
        assertEquals(1, after.parent(0));
        assertEquals(flow.exit(), after.parent(1));
        assertEquals(1, after.parent(2));
    }

    @Test
    void dominatorsLieOnAllWays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            ControlFlow flow = new ControlFlow(RandomFlow.function(random, 14));
            Dominators before = Dominators.of(flow);
            for (int by = 0; by < flow.exit(); by++) {
                for (int node = 0; node < flow.exit(); node++) {
                    boolean all = !RandomFlow.reachable(flow, 0, by).get(node);
                    assertEquals(all, before.dominates(by, node), "seed " + seed + " round " + round);
                }
            }
        }
    }

    @Test
    void postDominatorsLieOnAllWaysToTheEnd() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            ControlFlow flow = new ControlFlow(RandomFlow.function(random, 14));
            boolean ends = true;
            for (int node = 0; node < flow.exit(); node++) {
                ends &= RandomFlow.reachable(flow, node, -1).get(flow.exit());
            }
            Dominators after = Dominators.reverseOf(flow);
            for (int by = 0; by < flow.exit(); by++) {
                for (int node = 0; node < flow.exit(); node++) {
                    boolean all = !RandomFlow.reachable(flow, node, by).get(flow.exit());
                    assertTrue(
                            ends ? all == after.dominates(by, node) : all || !after.dominates(by, node),
                            "seed " + seed + " round " + round);
                }
            }
        }
    }

    @Test
    void theNearestCommonDominatorDominatesBothAndNoOneBelowDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            ControlFlow flow = new ControlFlow(RandomFlow.function(random, 14));
            Dominators before = Dominators.of(flow);
            int one = random.nextInt(flow.exit());
            int other = random.nextInt(flow.exit());
            int meet = before.meet(one, other);
            assertTrue(before.dominates(meet, one) && before.dominates(meet, other), "seed " + seed);
            for (int node = 0; node < flow.exit(); node++) {
                boolean both = before.dominates(node, one) && before.dominates(node, other);
                assertEquals(both, before.dominates(node, meet), "seed " + seed);
            }
        }
    }
}
