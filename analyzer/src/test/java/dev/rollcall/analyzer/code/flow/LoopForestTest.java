package dev.rollcall.analyzer.code.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.flow.LoopForest.Loop;
import dev.rollcall.analyzer.code.form.FormText;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoopForestTest {

    private static LoopKind kind(String text) {
        ControlFlow flow = new ControlFlow(FormText.function(text));
        return LoopKind.of(flow, new LoopForest(flow).loops().get(0));
    }

    @Test
    void loopsNest() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                parameter xs
                0: x = advance xs -> 1, 4
                1: y = advance x -> 2, 0
                2: call @body(y)
                3: nothing -> 1
                4: return
                """));
        LoopForest forest = new LoopForest(flow);
        assertEquals(
                "[1, 0]", forest.around(2).stream().map(Loop::header).toList().toString());
        assertEquals("{0, 1, 2, 3}", forest.withHeader(0).orElseThrow().nodes().toString());
        assertTrue(forest.around(4).isEmpty());
        assertTrue(forest.isBack(3, 1));
    }

    @Test
    void aLoopWithTwoEntriesIsOneLoop() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                parameter c
                0: branch c -> 1, 2
                1: nothing -> 2
                2: branch c -> 1, 3
                3: return
                """));
        LoopForest forest = new LoopForest(flow);
        assertEquals(1, forest.loops().size());
        assertEquals("{1, 2}", forest.loops().get(0).nodes().toString());
    }

    @Test
    void inAReducibleFlowLoopsAreTheNaturalLoopsOfTheirHeaders() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int compared = 0;
        for (int round = 0; round < 3000; round++) {
            ControlFlow flow = new ControlFlow(RandomFlow.function(random, 12));
            Map<Integer, BitSet> natural = naturalLoops(flow);
            if (natural != null) {
                Map<Integer, BitSet> found = new HashMap<>();
                for (Loop loop : new LoopForest(flow).loops()) {
                    found.put(loop.header(), loop.nodes());
                }
                assertEquals(natural, found, "seed " + seed + " round " + round);
                compared++;
            }
        }
        assertTrue(compared > 100, "seed " + seed);
    }

    /** Returns the natural loops by header; null if an edge back does not lead to a dominator. */
    private static Map<Integer, BitSet> naturalLoops(ControlFlow flow) {
        Dominators before = Dominators.of(flow);
        Map<Integer, BitSet> loops = new HashMap<>();
        for (int from = 0; from < flow.exit(); from++) {
            for (int to : flow.successors(from)) {
                if (to == flow.exit() || flow.position(to) > flow.position(from)) {
                    continue;
                }
                if (!before.dominates(to, from)) {
                    return null;
                }
                BitSet nodes = loops.computeIfAbsent(to, header -> new BitSet());
                nodes.set(to);
                for (int node = 0; node < flow.exit(); node++) {
                    if (RandomFlow.reachable(flow, node, to).get(from) && node != to) {
                        nodes.set(node);
                    }
                }
            }
        }
        return loops;
    }

    @Test
    void aCounterAgainstABoundIsCounted() {
        assertEquals(LoopKind.COUNTED, kind("""
                        parameter n
                        i = 0
                        loop:
                        t = lt.int i n
                        branch t -> body, done
                        body:
                        i = add.int i 1
                        jump loop
                        done:
                        return
                        """));
    }

    @Test
    void aWhileOverAnotherValueIsACondition() {
        assertEquals(LoopKind.CONDITION, kind("""
                        parameter q
                        loop:
                        t = call q.ready()
                        branch t -> body, done
                        body:
                        call @step()
                        jump loop
                        done:
                        return
                        """));
    }

    @Test
    void forAndIteratorsAreIterated() {
        assertEquals(LoopKind.ITERATED, kind("parameter xs\n0: x = advance xs -> 0, 1\n1: return\n"));
        assertEquals(LoopKind.ITERATED, kind("""
                        parameter it
                        0: t = call it.hasNext{java.util.Iterator|()Z}()
                        1: branch t -> 2, 3
                        2: call it.next{java.util.Iterator|()Ljava/lang/Object;}() -> 0
                        3: return
                        """));
    }

    @Test
    void aLoopThatOnlyAnExceptionRepeatsIsARetry() {
        assertEquals(LoopKind.RETRY, kind("""
                        0: a = advance @attempts -> 1, 4
                        1: call @connect() !3
                        2: nothing -> 4
                        3: e = catch -> 0
                        4: return
                        """));
    }

    @Test
    void aLoopThatGoesOnAfterAnExceptionIsNoRetry() {
        assertEquals(LoopKind.ITERATED, kind("""
                        0: a = advance @batches -> 1, 4
                        1: call @train(a) !3
                        2: nothing -> 0
                        3: e = catch -> 0
                        4: return
                        """));
    }

    @Test
    void aLoopWithoutAWayOutIsEndless() {
        assertEquals(LoopKind.ENDLESS, kind("0: call @serve() -> 0\n"));
    }
}
