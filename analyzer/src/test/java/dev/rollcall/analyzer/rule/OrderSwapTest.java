package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderSwapTest {

    /** The last rank takes two calls in the other order, which nobody made before. */
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
    void namesBothOfTwoRanksAndSaysThatTheSideIsOpen() {
        Verdict verdict = swapped(2).diagnose();
        assertEquals(Cause.ORDER_SWAP, verdict.findings().get(0).cause());
        assertEquals(List.of(0, 1), verdict.culprits());
        assertTrue(verdict.summary().endsWith(" Nothing in the traces says which is wrong."), verdict.summary());
    }

    @Test
    void accusesNobodyOfTwoWhereTheOthersAreNotRead() {
        Verdict verdict = swapped(4).without(0).without(1).diagnose();
        assertEquals(Cause.ORDER_SWAP, verdict.findings().get(0).cause());
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    @Test
    void stillNamesTheOneAgainstMostWhereOneIsNotRead() {
        assertEquals(List.of(3), swapped(4).without(0).diagnose().culprits());
    }

    /** Whoever turns two calls around does so in lines that it never came by before; their order is what it long kept. */
    @Test
    void namesTheOneOfTwoThatTurnsAroundWhatItLongDidInOneOrderFromWhateverLines() {
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
            assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
            assertEquals(Cause.ORDER_SWAP, verdict.findings().get(0).cause());
        }
    }
}
