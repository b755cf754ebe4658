package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** How sentences read that several rules make. */
class SentencesTest {

    @Test
    void namesALineWithItsFileThoughSeveralCallsAreFromIt() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < (rank == 2 ? 9 : 10); step++) {
                        script.allReduce(1024, "step:14<main:10");
                        script.allReduce(16, "step:14<main:10");
                    }
                    script.barrier("main:40");
                    for (int metric = 1; metric < 4; metric++) {
                        script.allReduce(metric, "main:70");
                    }
                })
                .blocking(false)
                .diagnose();

        assertEquals(
                "Rank 2 left its loop one step early: after call 18 it went on to barrier (Train.java:40), while ranks 0, 1"
                        + " and 3 make two more all_reduce calls (Train.java:14) first.",
                verdict.summary());
    }

    @Test
    void namesFurtherLinesOfAFileByTheirNumbers() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < (rank == 2 ? 9 : 10); step++) {
                        script.allReduce(1024, "step:44<main:10");
                        script.allReduce(16, "step:45<main:10");
                    }
                    script.barrier("main:61");
                    for (int metric = 1; metric < 4; metric++) {
                        script.allReduce(metric, "main:70");
                    }
                })
                .blocking(false)
                .diagnose();

        assertEquals(
                "Rank 2 left its loop one step early: after call 18 it went on to barrier (Train.java:61), while ranks 0, 1"
                        + " and 3 make two more all_reduce calls (Train.java:44, 45) first.",
                verdict.summary());
    }

    @Test
    void tellsTwoSidesOfSeveralRanks() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    script.allReduce(8, "main:10");
                    if (rank < 2) {
                        script.barrier("main:20");
                    } else {
                        script.allReduce(4, "main:24");
                    }
                })
                .diagnose();

        assertEquals(
                "Two sides, two stories: call 2 of ranks 0 and 1 on `world` is a barrier (Train.java:20), that of ranks 2 and 3"
                        + " an all_reduce (Train.java:24). Nothing in the traces says which is wrong.",
                verdict.summary());
    }
}
