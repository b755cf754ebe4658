package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rank that is blocked in a call of its own where the others begin another turn: one too many, or what follows the loop. */
class ExtraOrExitTest {
    private static final int STEPS = 8;

    /** A loop of two calls a turn, in the fifth turn of which one rank makes a call at a place before it makes them. */
    private static Finding finding(int culprit, String place) {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < STEPS; step++) {
                        if (rank == culprit && step == 5) {
                            script.allReduce(1, place);
                        }
                        script.allReduce(1024, "step:44<main:20");
                        script.allReduce(16, "step:45<main:20");
                    }
                })
                .diagnose();
        assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
        return verdict.findings().get(0);
    }

    private static void assertBothStories(Finding finding) {
        assertTrue(finding.explanation().contains("no other rank makes"), finding.explanation());
        assertTrue(finding.explanation().contains("uneven batches"), finding.explanation());
        assertTrue(finding.remedy().contains("condition on the rank"), finding.remedy());
        assertTrue(finding.remedy().contains("last batch"), finding.remedy());
    }

    @Test
    void aloneOnRankZeroBesideTheOthersItIsACallTooMany() {
        Finding finding = finding(0, "step:88<main:20");
        assertEquals(Cause.EXTRA_COLLECTIVE, finding.cause(), finding.summary());
        assertEquals(
                "Rank 0 diverged: its call 11 on `world` is all_reduce(1 × f32, sum) at Train.step (Train.java:88). Ranks 1–3 do"
                        + " not make that call there; their call 11 is all_reduce(1,024 × f32, sum) at Train.step (Train.java:44).",
                finding.summary());
        assertBothStories(finding);
    }

    @Test
    void onAnotherRankBothStoriesAreTold() {
        for (int culprit = 1; culprit < 4; culprit++) {
            assertBothStories(finding(culprit, "step:88<main:20"));
        }
    }

    @Test
    void furtherOutThanTheLoopItIsWhatFollows() {
        Finding finding = finding(0, "main:30");
        assertEquals(Cause.SHORT_LOOP, finding.cause(), finding.summary());
        assertBothStories(finding);
    }

    @Test
    void whatTheOthersMakeLaterFollowsTheLoopForCertain() {
        Verdict verdict = JobScript.of(4, Fault.LEAVES_LOOP.in(STEPS, 2, 5))
                .blocking(false)
                .diagnose();
        assertEquals(Cause.SHORT_LOOP, verdict.findings().get(0).cause(), verdict.summary());
        assertTrue(verdict.findings().get(0).explanation().startsWith("The ranks turn the loop"));
    }
}
