package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What real jobs look like beside the plain faults. */
class RealitiesTest {

    private static void train(RankScript script, int steps) {
        for (int step = 0; step < steps; step++) {
            Fault.healthy(script);
        }
    }

    private static Cause cause(Verdict verdict) {
        return verdict.findings().get(0).cause();
    }

    @Test
    void accusesNobodyWhereOneRankMakesTheSameCallsFromAnotherLine() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < 10; step++) {
                        script.allReduce(8, rank == 0 ? "step:30<main:10" : "step:33<main:10");
                        script.barrier("main:11");
                    }
                })
                .diagnose();
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
    }

    @Test
    void findsAnExtraCallShapedLikeItsNeighboursLongBeforeTheHang() {
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
            assertEquals(List.of(culprit), verdict.culprits());
            assertEquals(Cause.EXTRA_COLLECTIVE, cause(verdict));
            assertTrue(verdict.summary().contains("its call 7 on `world`"), verdict.summary());
            assertTrue(verdict.summary().contains("Train.java:39"), verdict.summary());
        }
    }

    @Test
    void namesTheAbsentOneOfTwoWhereTheOtherGoesOnWithItsLoopFromAnotherLine() {
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
            assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
            assertEquals(Cause.RANK_ABSENT, cause(verdict));
        }
    }

    @Test
    void tellsARunOfExtraCallsShapedLikeTheirNeighboursByTheirLine() {
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
            assertEquals(List.of(culprit), verdict.culprits());
            assertEquals(Cause.EXTRA_COLLECTIVE, cause(verdict), verdict.summary());
        }
    }

    @Test
    void tellsTwoCallsInTheOtherOrderAtTheEndFromACallLeftOut() {
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
            assertEquals(List.of(culprit), verdict.culprits());
            assertEquals(Cause.ORDER_SWAP, cause(verdict), verdict.summary());
        }
    }

    @Test
    void findsAnExtraCallShapedLikeItsNeighboursWhereTheOthersHaveEndedWell() {
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
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.EXTRA_COLLECTIVE, cause(verdict));
        assertTrue(verdict.summary().contains("Train.java:39"), verdict.summary());
    }

    @Test
    void blamesTheFewThatCallAtTheEndAndNotTheManyThatHaveEnded() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 0) {
                        script.barrier("save:90<main:12");
                    }
                    script.exit(0);
                })
                .diagnose();
        assertEquals(List.of(0), verdict.culprits());
        assertEquals(Cause.EXTRA_COLLECTIVE, cause(verdict));
        assertEquals(
                "Rank 0 diverged: its call 13 on `world` is barrier at Train.save (Train.java:90). Ranks 1–3 never make that"
                        + " call; they ended after call 12.",
                verdict.summary());
    }

    @Test
    void accusesNobodyWhereMostAreAliveAndHaveNotComeToANewCall() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank > 0) {
                        script.linger("load:70<main:12");
                    }
                    script.barrier("save:90<main:13");
                })
                .diagnose();
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Cause.UNDETERMINED, cause(verdict));
        assertEquals(
                "Two sides, two stories: rank 0 waits in call 13 on `world`, barrier at Train.save (Train.java:90), ranks 1–3"
                        + " have not made it and are in no other call. Nothing in the traces says which is wrong.",
                verdict.summary());
    }

    @Test
    void tellsBothStoriesWhereNothingSaysWhichOfTwoRanksIsWrong() {
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
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Cause.UNDETERMINED, cause(verdict));
        assertEquals(
                "Two ranks, two stories: rank 0's call 2 on `world` is a broadcast (Train.java:20), rank 1's an all_reduce"
                        + " (Train.java:24). Nothing in the traces says which is wrong.",
                verdict.summary());
    }

    @Test
    void saysWhereARankIsThatNoLongerCalls() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 3) {
                        script.linger("nextBatch:30<main:10");
                    }
                    train(script, 4);
                })
                .diagnose();
        assertEquals(List.of(3), verdict.culprits());
        assertEquals(
                "Rank 3 stopped after call 12 on `world`: its main thread is at Train.nextBatch (Train.java:30), in Thread.sleep. Ranks 0–2"
                        + " have waited for it in all_reduce, call 13, for 37 s.",
                verdict.summary());
    }

    @Test
    void callsAJobProgressingThatWasReadBetweenTwoCalls() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 20);
                    if (rank != 2) {
                        script.allReduce(1024, "step:44<train:20<main:10");
                    }
                })
                .readAfter(5_000_000L)
                .diagnose();
        assertEquals(Outcome.PROGRESSING, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
    }

    @Test
    void saysThatAMissingTraceMayBeTheOneAndAccusesNobody() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 3) {
                        script.barrier("save:90<main:12");
                    }
                    train(script, 4);
                })
                .without(3)
                .diagnose();
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertTrue(verdict.summary().startsWith("Rank 3 has no trace"), verdict.summary());
    }

    @Test
    void stillNamesTheCulpritWhereAnInnocentTraceIsMissing() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    train(script, 4);
                    if (rank == 3) {
                        script.barrier("save:90<train:19<main:10");
                    }
                    train(script, 4);
                })
                .without(1)
                .diagnose();
        assertEquals(List.of(3), verdict.culprits());
    }

    @Test
    void comparesWhatAllRingsStillHold() {
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
            assertEquals(List.of(1), verdict.culprits());
            assertTrue(verdict.summary().contains("call 91 on `world` is barrier"), verdict.summary());
        }
    }
}
