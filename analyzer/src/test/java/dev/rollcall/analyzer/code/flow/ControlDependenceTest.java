package dev.rollcall.analyzer.code.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.flow.ControlDependence.Decision;
import dev.rollcall.analyzer.code.form.FormText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControlDependenceTest {

    private static ControlDependence of(ControlFlow flow) {
        return new ControlDependence(flow, Dominators.reverseOf(flow));
    }

    @Test
    void aSideIsDecidedByItsBranchAndWhatFollowsIsNot() {
        ControlDependence control = of(new ControlFlow(FormText.function("""
                parameter c
                0: branch c -> 1, 2
                1: call @inside()
                2: call @behind()
                3: return
                """)));
        assertEquals(List.of(new Decision(0, 0)), control.of(1));
        assertEquals(List.of(), control.of(2));
    }

    @Test
    void anEarlyReturnDecidesWhatFollows() {
        ControlDependence control = of(new ControlFlow(FormText.function("""
                parameter c
                parameter d
                0: branch c -> 1, 2
                1: return
                2: branch d -> 3, 4
                3: return
                4: call @behind()
                5: return
                """)));
        assertEquals(List.of(new Decision(2, 1)), control.of(4));
        assertEquals("{0, 2}", control.forksOf(4).toString());
    }

    @Test
    void aLoopDecidesItsBodyAndItself() {
        ControlDependence control = of(new ControlFlow(FormText.function("""
                parameter xs
                0: x = advance xs -> 1, 3
                1: call @body(x)
                2: nothing -> 0
                3: call @behind()
                4: return
                """)));
        assertEquals(List.of(new Decision(0, 0)), control.of(1));
        assertEquals(List.of(new Decision(0, 0)), control.of(0));
        assertEquals(List.of(), control.of(3));
    }

    @Test
    void aCallInATryDecidesItsHandler() {
        ControlDependence control = of(new ControlFlow(FormText.function("""
                0: call @work() !2
                1: nothing -> 3
                2: e = catch
                3: return
                """)));
        assertEquals(List.of(new Decision(0, 1)), control.of(2));
        assertEquals(List.of(new Decision(0, 0)), control.of(1));
    }

    @Test
    void aDecisionIsAWayOnWhichTheNodeMustRunWhereTheForkMayPassIt() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            ControlFlow flow = new ControlFlow(RandomFlow.function(random, 12));
            Dominators after = Dominators.reverseOf(flow);
            ControlDependence control = new ControlDependence(flow, after);
            for (int node = 0; node < flow.exit(); node++) {
                List<Decision> expected = new ArrayList<>();
                for (int fork = 0; fork < flow.exit(); fork++) {
                    int[] ways = flow.successors(fork);
                    for (int way = 0; way < ways.length && ways.length > 1; way++) {
                        boolean must = ways[way] != flow.exit() && onEveryWay(after, node, ways[way]);
                        if (must && (fork == node || !onEveryWay(after, node, fork))) {
                            expected.add(new Decision(fork, way));
                        }
                    }
                }
                assertEquals(expected, control.of(node), "seed " + seed + " round " + round);
            }
        }
    }

    private static boolean onEveryWay(Dominators after, int node, int from) {
        for (int at = from; ; at = after.parent(at)) {
            if (at == node) {
                return true;
            }
            if (at == after.parent(at)) {
                return false;
            }
        }
    }
}
