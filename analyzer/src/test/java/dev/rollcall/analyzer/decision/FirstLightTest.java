package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FirstLightTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static void train(RankScript script, int steps, String caller) {
        for (int step = 0; step < steps; step++) {
            script.allReduce(1024, "step:44<" + caller);
            script.allReduce(16, "step:45<" + caller);
        }
    }

    @Test
    void isHealthyIfAllRanksCompletedTheSameCalls() {
        Verdict verdict =
                JobScript.of(4, (rank, script) -> train(script, 20, "main:10")).diagnose();
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheRankThatMadeAnExtraCall() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 5, "main:10");
                    if (rank == 0) {
                        script.allReduce(1, "evaluate:88<main:12");
                    }
                    train(script, 3, "main:14");
                })
                .blocking(false)
                .diagnose();
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertFinding(verdict, Cause.EXTRA_COLLECTIVE, 0);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheRankWhoseMainThreadThrew() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 6, "main:10");
                    if (rank == 3) {
                        script.fail("FloatingPointException \"loss is NaN\"", "main:57");
                    }
                    train(script, 6, "main:10");
                })
                .diagnose();
        assertFinding(verdict, Cause.RANK_ABSENT, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
