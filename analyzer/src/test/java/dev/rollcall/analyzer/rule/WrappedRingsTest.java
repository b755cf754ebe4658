package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is still held begins amid a turn, wherever the oldest calls were overwritten. */
class WrappedRingsTest {
    private static final int WORLD = 4;
    private static final int STEPS = 20;

    private static void train(RankScript script, int steps) {
        for (int step = 0; step < steps; step++) {
            script.allReduce(1024, "backward:41<train:30<main:14");
            script.allReduce(64, "backward:44<train:30<main:14");
            script.allReduce(1, "loss:48<train:32<main:14");
        }
    }

    private static void assertCause(Cause cause, int culprit, Verdict verdict) {
        assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
        assertEquals(cause, verdict.findings().get(0).cause(), verdict.summary());
    }

    @Test
    void tellARankThatLeftTheLoopsFunctionFromOneThatMadeACallMore() {
        for (int slots = 9; slots <= 21; slots++) {
            for (int rank = 0; rank < WORLD; rank++) {
                int culprit = rank;
                Program leaves = (number, script) -> {
                    train(script, number == culprit ? STEPS - 3 : STEPS);
                    script.barrier("save:60<main:15");
                };
                assertCause(
                        Cause.SHORT_LOOP,
                        culprit,
                        JobScript.of(WORLD, leaves).ring(slots).diagnose());
                Program calls = (number, script) -> {
                    train(script, STEPS - 3);
                    if (number == culprit) {
                        script.barrier("save:60<train:33<main:14");
                    }
                    train(script, 3);
                    script.barrier("save:60<main:15");
                };
                Verdict extra = JobScript.of(WORLD, calls).ring(slots).diagnose();
                assertEquals(List.of(culprit), extra.culprits(), extra.summary());
            }
        }
    }
}
