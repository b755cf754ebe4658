package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertPlace;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What real jobs do that the plain faults do not. */
class RealitiesTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static void train(RankScript script, int steps) {
        for (int step = 0; step < steps; step++) {
            script.allReduce(1024, "step:44<train:20<main:10");
            script.allReduce(16, "step:46<train:20<main:10");
            script.broadcast(4, "train:21<main:10");
        }
    }

    @Test
    void doesNotAccuseARankThatMakesTheSameCallsFromAnotherLine() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < 10; step++) {
                        script.allReduce(8, rank == 0 ? "step:30<main:10" : "step:33<main:10");
                        script.barrier("main:11");
                    }
                })
                .diagnose();
        assertNoCulprit(Outcome.HEALTHY, verdict);
    }

    @Test
    void findsAnExtraCallByItsLineLongBeforeTheHang() {
        for (int culprit = 0; culprit < 4; culprit++) {
            int one = culprit;
            Verdict verdict = JobScript.of(4, (rank, script) -> {
                        for (int step = 0; step < 12; step++) {
                            script.allReduce(8, "train:29<main:10");
                            if (rank == one && step == 5) {
                                script.allReduce(8, "evaluate:39<train:32<main:10");
                            }
                        }
                        script.barrier("train:35<main:10");
                    })
                    .diagnose();
            assertPlace(7, 39, assertFinding(verdict, Cause.EXTRA_COLLECTIVE, culprit));
        }
    }

    @Test
    void namesTheAbsentOneOfTwoRanks() {
        for (int culprit = 0; culprit < 2; culprit++) {
            int one = culprit;
            Verdict verdict = JobScript.of(2, (rank, script) -> {
                        for (int step = 0; step < 7; step++) {
                            if (rank == one && step == 4) {
                                script.linger("load:70<main:12");
                            }
                            String place = step < 4 ? "steps:14<main:11" : "steps:14<main:13";
                            script.allReduce(1024, place);
                            script.allReduce(16, place);
                        }
                    })
                    .blocking(false)
                    .diagnose();
            assertFinding(verdict, Cause.RANK_ABSENT, culprit);
        }
    }

    @Test
    void findsARunOfExtraCallsByTheirLine() {
        for (int culprit = 0; culprit < 4; culprit++) {
            int one = culprit;
            Verdict verdict = JobScript.of(4, (rank, script) -> {
                        for (int step = 0; step < 6; step++) {
                            if (rank == one && step == 4) {
                                script.broadcast(512, "forward:200<main:10");
                                script.broadcast(1, "forward:200<main:10");
                            }
                            script.broadcast(512, "forward:201<main:10");
                            script.broadcast(1, "forward:201<main:10");
                            script.allReduce(1024, "");
                        }
                    })
                    .blocking(false)
                    .diagnose();
            assertFinding(verdict, Cause.EXTRA_COLLECTIVE, culprit);
        }
    }

    @Test
    void distinguishesASwapAtTheEndFromASkippedCall() {
        for (int culprit = 0; culprit < 4; culprit++) {
            int one = culprit;
            Verdict verdict = JobScript.of(4, (rank, script) -> {
                        for (int step = 0; step < 6; step++) {
                            boolean swapped = rank == one && step == 5;
                            script.allReduce(8, "step:20<main:10");
                            script.allReduce(swapped ? 3 : 2, swapped ? "step:22<main:10" : "step:21<main:10");
                            script.allReduce(swapped ? 2 : 3, swapped ? "step:21<main:10" : "step:22<main:10");
                        }
                    })
                    .blocking(false)
                    .diagnose();
            assertFinding(verdict, Cause.ORDER_SWAP, culprit);
        }
    }

    @Test
    void findsAnExtraCallByItsLineAfterTheOthersEnded() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < 12; step++) {
                        script.allReduce(8, "train:29<main:10");
                        script.allReduce(8, "train:30<main:10");
                        if (rank == 2 && step == 5) {
                            script.allReduce(8, "evaluate:39<train:32<main:10");
                        }
                    }
                    script.exit(0);
                })
                .diagnose();
        assertPlace(13, 39, assertFinding(verdict, Cause.EXTRA_COLLECTIVE, 2));
    }

    @Test
    void namesTheRankThatCallsAfterTheOthersEnded() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 0) {
                        script.barrier("save:90<main:12");
                    }
                    script.exit(0);
                })
                .diagnose();
        assertFinding(verdict, Cause.EXTRA_COLLECTIVE, 0);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void isUndeterminedIfMostRanksHaveNotReachedANewCall() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank > 0) {
                        script.linger("load:70<main:12");
                    }
                    script.barrier("save:90<main:13");
                })
                .diagnose();
        assertFinding(verdict, Cause.UNDETERMINED);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void isUndeterminedIfTwoRanksCallDifferentOperations() {
        Verdict verdict = JobScript.of(2, (rank, script) -> {
                    script.allReduce(8, "main:10");
                    if (rank == 0) {
                        script.call(new Signature("broadcast", "f32", 4, 4, null, 0, -1, 0), "main:20");
                    } else {
                        script.allReduce(4, "main:24");
                    }
                })
                .diagnose();
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertFinding(verdict, Cause.UNDETERMINED);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void saysWhereAnAbsentRankIs() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 3) {
                        script.linger("nextBatch:30<main:10");
                    }
                    train(script, 4);
                })
                .diagnose();
        assertCulprits(verdict, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void aJobReadBetweenTwoCallsIsProgressing() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 20);
                    if (rank != 2) {
                        script.allReduce(1024, "step:44<train:20<main:10");
                    }
                })
                .readAfter(5_000_000L)
                .diagnose();
        assertNoCulprit(Outcome.PROGRESSING, verdict);
    }

    @Test
    void isInconclusiveIfTheAwaitedRankHasNoTrace() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 3) {
                        script.barrier("save:90<main:12");
                    }
                    train(script, 4);
                })
                .without(3)
                .diagnose();
        assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheCulpritIfAnInnocentTraceIsMissing() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 3) {
                        script.barrier("save:90<train:19<main:10");
                    }
                    train(script, 4);
                })
                .without(1)
                .diagnose();
        assertCulprits(verdict, 3);
    }

    @Test
    void comparesTheCallsThatAllRingsStillHold() {
        for (boolean blocking : new boolean[] {true, false}) {
            Verdict verdict = JobScript.of(4, (rank, script) -> {
                        train(script, 30);
                        if (rank == 1) {
                            script.barrier("step:45<train:20<main:10");
                        }
                        train(script, 2);
                    })
                    .blocking(blocking)
                    .ring(16)
                    .diagnose();
            assertCulprits(verdict, 1);
            assertPlace(91, 45, verdict.findings().get(0));
        }
    }
}
