package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.report.view.RankStep;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that mark their steps. */
class MarkedStepsTest {
    private static final int WORLD = 4;

    @TempDir
    Path folder;

    /** Returns the verdict on a job in which one rank makes an extra call in its last step. */
    private Verdict verdict(boolean marked, int behind) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                for (int step = 0; step < 5; step++) {
                    if (marked) {
                        rank.mark(1200 + step - (number == 2 ? behind : 0));
                    }
                    rank.steps(all, 2);
                }
                if (number == 2) {
                    rank.call(all, Operation.BARRIER, 0, "save", 57);
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                }
                rank.alive(90);
            }
        }
        return new Diagnosis().of(traces.onlyJob());
    }

    @Test
    void namesTheStepInWhichARankDiverged() throws IOException {
        Verdict verdict = verdict(true, 0);
        assertEquals(List.of(2), verdict.culprits());
        assertTrue(verdict.detail().startsWith("Rank 2 diverged in step 1,204. "), verdict.detail());
    }

    @Test
    void saysWhichStepsTheOthersAreInIfTheyDiffer() throws IOException {
        String detail = verdict(true, 1).detail();
        assertTrue(detail.startsWith("Rank 2 diverged in step 1,203; ranks 0, 1 and 3 are in step 1,204. "), detail);
    }

    @Test
    void listsTheRanksByTheirSteps() throws IOException {
        assertEquals(
                List.of(new RankStep(1203, List.of(2)), new RankStep(1204, List.of(0, 1, 3))),
                RankStep.of(verdict(true, 1).job()));
    }

    @Test
    void listsNoStepsThatAreNotMarked() throws IOException {
        assertEquals(List.of(), RankStep.of(verdict(false, 0).job()));
    }

    @Test
    void saysNothingOfStepsThatAreNotMarked() throws IOException {
        String detail = verdict(false, 0).detail();
        assertFalse(detail.contains("step 1"), detail);
    }

    @Test
    void knowsNoStepBeforeTheFirstMark() {
        CallSteps.Builder steps = new CallSteps.Builder();
        steps.add(1, CallSteps.NONE);
        steps.add(2, 7);
        steps.add(3, 7);
        steps.add(4, 8);
        CallSteps built = steps.build();
        assertEquals(CallSteps.NONE, built.of(1));
        assertEquals(7, built.of(2));
        assertEquals(7, built.of(3));
        assertEquals(8, built.of(4));
        assertEquals(8, built.of(100));
        assertEquals(CallSteps.NONE, CallSteps.UNMARKED.of(1));
    }
}
