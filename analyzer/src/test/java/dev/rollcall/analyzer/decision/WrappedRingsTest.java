package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** Wrapped rings, in which the window starts in the middle of an iteration. */
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

    @Test
    void distinguishALoopExitFromAnExtraCall() {
        for (int slots = 9; slots <= 21; slots++) {
            for (int rank = 0; rank < WORLD; rank++) {
                int culprit = rank;
                JobScript.Program leaves = (number, script) -> {
                    train(script, number == culprit ? STEPS - 3 : STEPS);
                    script.barrier("save:60<main:15");
                };
                assertFinding(JobScript.of(WORLD, leaves).ring(slots).diagnose(), Cause.SHORT_LOOP, culprit);
                JobScript.Program calls = (number, script) -> {
                    train(script, STEPS - 3);
                    if (number == culprit) {
                        script.barrier("save:60<train:33<main:14");
                    }
                    train(script, 3);
                    script.barrier("save:60<main:15");
                };
                Verdict extra = JobScript.of(WORLD, calls).ring(slots).diagnose();
                assertCulprits(extra, culprit);
            }
        }
    }
}
