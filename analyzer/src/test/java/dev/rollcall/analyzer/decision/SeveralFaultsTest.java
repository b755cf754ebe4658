package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two independent faults in one job. */
class SeveralFaultsTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final long END = 90_000;
    private static final long START =
            new HandmadeJob(1).allAlive(0).job().ranks().get(0).lastAlive();

    /** Rank 3 threw at once, while rank 1 called another operation: no timeout can explain the exception. */
    @Test
    void aRankThatThrewByItselfIsASecondCulprit() {
        Verdict verdict = thrown("IllegalStateException \"loss is NaN\"", 75);

        assertCulprits(verdict, 1, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void aRankThatLostItsPeersIsAConsequence() {
        assertEquals(
                List.of(1),
                thrown("RuntimeException \"Connection closed by peer\"", 75).culprits());
        assertEquals(
                List.of(1), thrown("IllegalStateException \"no data\"", 60_000).culprits());
    }

    private static Verdict thrown(String exception, long when) {
        HandmadeJob job = new HandmadeJob(5).allAlive(END);
        Ending ending = new Ending(
                Ending.Kind.UNCAUGHT_EXCEPTION, -1, exception, "main", CallStack.UNKNOWN, START + when * 1_000_000);
        job.rank(3, END, ending);
        HandmadeJob.Group world = job.everyone().steps(6, 0, 1, 2, 3, 4);
        for (int rank : new int[] {0, 1, 2, 4}) {
            world.call(rank, rank == 1 ? "barrier" : "all_reduce", CallState.STARTED, 70, -1);
        }
        return new Diagnosis().of(job.job());
    }

    @Test
    void differencesInIndependentGroupsAreTwoFindings() {
        HandmadeJob job = new HandmadeJob(6).allAlive(END);
        HandmadeJob.Group one = job.group("one", 0, 1, 2).steps(4, 0, 1, 2);
        HandmadeJob.Group other = job.group("other", 3, 4, 5).steps(4, 3, 4, 5);
        for (int rank = 0; rank < 3; rank++) {
            one.call(rank, rank == 1 ? "barrier" : "all_reduce", CallState.STARTED, 60, -1);
            other.call(rank + 3, rank == 2 ? "broadcast" : "all_reduce", CallState.STARTED, 80, -1);
        }

        Verdict verdict = new Diagnosis().of(job.job());

        assertCulprits(verdict, 1, 5);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesOnlyTheRanksThatWaitForACycle() {
        HandmadeJob job = new HandmadeJob(6).allAlive(END);
        HandmadeJob.Group world = job.everyone().steps(4, 0, 1, 2, 3, 4, 5);
        HandmadeJob.Group one = job.group("one", 0, 1).steps(4, 0, 1);
        HandmadeJob.Group other = job.group("other", 4, 5).steps(4, 4, 5);
        one.call(0, "all_reduce", CallState.STARTED, 60, -1);
        for (int rank = 1; rank < 4; rank++) {
            world.call(rank, "all_reduce", CallState.STARTED, 70, -1);
        }
        other.call(4, "all_reduce", CallState.STARTED, 70, -1);
        other.call(5, "all_reduce", CallState.STARTED, 70, -1);

        TEXTS.verify(new Diagnosis().of(job.job()).summary());
    }
}
