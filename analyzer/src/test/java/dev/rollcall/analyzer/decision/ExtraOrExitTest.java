package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A rank is blocked in a call of its own as the others start another iteration: an extra call, or what follows the loop. */
class ExtraOrExitTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int STEPS = 8;

    /** A loop of two calls; in its fifth iteration one rank first makes a call at this place. */
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
        assertCulprits(verdict, culprit);
        return verdict.findings().get(0);
    }

    private static final String BOTH = "Either no other rank makes this call";

    private static void assertBothExplanations(Finding finding) {
        assertTrue(finding.explanation().startsWith(BOTH), finding.explanation());
    }

    @Test
    void onRankZeroInTheSameMethodItIsExtra() {
        Finding finding = finding(0, "step:88<main:20");
        assertEquals(Cause.EXTRA_COLLECTIVE, finding.cause(), finding.summary());
        TEXTS.verify(finding.summary() + "\n" + finding.detail());
        assertBothExplanations(finding);
    }

    @Test
    void givesBothExplanationsOnOtherRanks() {
        for (int culprit = 1; culprit < 4; culprit++) {
            assertBothExplanations(finding(culprit, "step:88<main:20"));
        }
    }

    @Test
    void inAnOuterFrameItFollowsTheLoop() {
        Finding finding = finding(0, "main:30");
        assertEquals(Cause.SHORT_LOOP, finding.cause(), finding.summary());
        assertBothExplanations(finding);
    }

    @Test
    void aCallThatTheOthersMakeLaterFollowsTheLoop() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < (rank == 2 ? 5 : STEPS); step++) {
                        script.allReduce(1024, "step:44<train:20<main:10");
                        script.allReduce(16, "step:46<train:20<main:10");
                        script.broadcast(4, "train:21<main:10");
                    }
                    script.barrier("main:12");
                    script.allReduce(2, "main:13");
                })
                .blocking(false)
                .diagnose();
        Finding finding = assertFinding(verdict, Cause.SHORT_LOOP, 2);
        assertFalse(finding.explanation().startsWith(BOTH), finding.explanation());
    }
}
