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

/** A rank is blocked in its first different call, and two causes explain that equally well: both are told. */
class EqualEvidenceTest {
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

    /** Blocks one rank in the last of its calls; each letter is a call, and no line is known. */
    private static Finding blocked(int culprit, String others, String own) {
        Verdict verdict = JobScript.of(
                        4,
                        (rank, script) ->
                                (rank == culprit ? own : others).chars().forEach(call -> script.allReduce(call, "")))
                .diagnose();
        return assertFinding(verdict, Cause.SKIPPED_COLLECTIVE, culprit);
    }

    private static void verifyTexts(Finding finding) {
        TEXTS.verify(String.join(
                "\n", finding.summary(), finding.detail(), finding.explanation(), "\u2192 " + finding.remedy()));
    }

    private static final String BOTH = "Either no other rank makes this call";

    private static void assertBothExplanations(Finding finding) {
        assertEquals(Cause.SHORT_LOOP, finding.cause(), finding.summary());
        assertTrue(finding.explanation().startsWith(BOTH), finding.explanation());
    }

    @Test
    void givesBothExplanationsOnEachRank() {
        verifyTexts(finding(0, "step:88<main:20"));
        for (int culprit = 0; culprit < 4; culprit++) {
            assertBothExplanations(finding(culprit, "step:88<main:20"));
            assertBothExplanations(finding(culprit, "main:30"));
        }
    }

    @Test
    void theSecondOfTwoCallsAgainLooksLikeTheFirstOneSkipped() {
        verifyTexts(blocked(2, "ABABABABAB", "ABABABB"));
    }

    @Test
    void theFirstOfTwoCallsAgainLooksLikeTheSecondOneSkipped() {
        assertTrue(blocked(0, "ABABABABAB", "ABABABAA").explanation().contains("made earlier ones once more"));
    }

    @Test
    void anotherOrderLooksLikeASkippedCall() {
        verifyTexts(blocked(2, "ABCDABCDABCDABCD", "ABCDABCDABCDACBD"));
    }

    @Test
    void aCallOnALineBeforeTheLoopIsExtra() {
        Finding finding = finding(0, "step:40<main:20");
        assertEquals(Cause.EXTRA_COLLECTIVE, finding.cause(), finding.summary());
        assertFalse(finding.explanation().startsWith(BOTH), finding.explanation());
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
