package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstLightTest {

    private static void train(RankScript script, int steps, String caller) {
        for (int step = 0; step < steps; step++) {
            script.allReduce(1024, "step:44<" + caller);
            script.allReduce(16, "step:45<" + caller);
        }
    }

    @Test
    void saysThatNothingDivergedWhereAllRanksCompletedTheSameCalls() {
        Verdict verdict =
                JobScript.of(4, (rank, script) -> train(script, 20, "main:10")).diagnose();
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals("Nothing diverged: 4 ranks, 40 calls each on 1 communicator, all completed.", verdict.summary());
    }

    @Test
    void namesTheRankThatMadeAnExtraCallAndWhatTheOthersDidInstead() {
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
        assertEquals(List.of(0), verdict.culprits());
        assertEquals(Cause.EXTRA_COLLECTIVE, verdict.findings().get(0).cause());
        assertEquals(
                "Rank 0 diverged: its call 11 on `world` is all_reduce(1 × f32, sum) at Train.evaluate (Train.java:88)."
                        + " Ranks 1–3 never make that call; their call 11 is all_reduce(1,024 × f32, sum) at Train.step"
                        + " (Train.java:44).",
                verdict.summary());
    }

    @Test
    void namesTheRankWhoseMainThreadThrewAndHowLongTheOthersWaited() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 6, "main:10");
                    if (rank == 3) {
                        script.fail("FloatingPointException \"loss is NaN\"", "main:57");
                    }
                    train(script, 6, "main:10");
                })
                .diagnose();
        assertEquals(List.of(3), verdict.culprits());
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
        assertEquals(
                "Rank 3 stopped after call 12 on `world`: its main thread ended with FloatingPointException \"loss is NaN\""
                        + " at Train.java:57. Ranks 0–2 have waited for it in all_reduce, call 13, for 37 s.",
                verdict.summary());
    }
}
