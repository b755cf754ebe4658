package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrderSwapTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    /** The last rank makes two calls in the other order; no rank made them before. */
    private static JobScript swapped(int world) {
        return JobScript.of(world, (rank, script) -> {
                    script.allReduce(8, "step:10");
                    script.allReduce(rank == world - 1 ? 64 : 1024, "merge:20");
                    script.allReduce(rank == world - 1 ? 1024 : 64, "merge:20");
                    script.allReduce(8, "step:10");
                })
                .blocking(false);
    }

    @Test
    void namesBothOfTwoRanksIfTheSideIsOpen() {
        Verdict verdict = swapped(2).diagnose();
        assertFinding(verdict, Cause.ORDER_SWAP, 0, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesNeitherOfTwoRanksIfTheOthersHaveNoTrace() {
        Verdict verdict = swapped(4).without(0).without(1).diagnose();
        assertFinding(verdict, Cause.ORDER_SWAP);
    }

    @Test
    void namesTheCulpritAgainstAMajorityIfOneTraceIsMissing() {
        assertEquals(List.of(3), swapped(4).without(0).diagnose().culprits());
    }

    /** The swapped calls come from lines that are new to the rank; only their order was a habit. */
    @Test
    void namesTheOneOfTwoRanksThatBreaksItsOwnOrder() {
        for (int culprit = 0; culprit < 2; culprit++) {
            int who = culprit;
            Verdict verdict = JobScript.of(2, (rank, script) -> {
                        for (int turn = 0; turn < 8; turn++) {
                            boolean turned = rank == who && turn == 6;
                            script.allReduce(turned ? 64 : 1024, turned ? "late:30" : "merge:20");
                            script.allReduce(turned ? 1024 : 64, turned ? "late:31" : "merge:21");
                        }
                    })
                    .blocking(false)
                    .diagnose();
            assertFinding(verdict, Cause.ORDER_SWAP, culprit);
        }
    }
}
