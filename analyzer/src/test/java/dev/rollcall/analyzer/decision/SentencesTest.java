package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How the sentences name lines and sides. */
class SentencesTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @Test
    void namesALineOnceForSeveralCalls() {
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

        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
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

        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void describesTwoSidesOfSeveralRanks() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    script.allReduce(8, "main:10");
                    if (rank < 2) {
                        script.barrier("main:20");
                    } else {
                        script.allReduce(4, "main:24");
                    }
                })
                .diagnose();

        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
