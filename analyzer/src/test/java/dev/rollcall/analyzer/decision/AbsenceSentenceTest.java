package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sentence about absent ranks: who waits for them, directly or behind others, and what became of them. */
class AbsenceSentenceTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final CallState OPEN = CallState.STARTED;

    /** Asserts that a job's ranks are absent, and compares the sentence that says so. */
    private static void verify(HandmadeJob job, Integer... absent) {
        Verdict verdict = new Diagnosis().of(job.job());
        assertFinding(verdict, Cause.RANK_ABSENT, absent);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void reportsSeveralDeadRanksTogether() {
        HandmadeJob job = new HandmadeJob(4)
                .allAlive(99_000)
                .rank(2, 60, HandmadeJob.exit(0))
                .rank(3, 60, HandmadeJob.exit(0));
        job.everyone().steps(5, 0, 1, 2, 3).call(0, "all_reduce", OPEN, 60, -1).call(1, "all_reduce", OPEN, 60, -1);
        verify(job, 2, 3);
    }

    /** Rank 1 waits for rank 2, which is gone, in `pair`; rank 3 for it in `world`; rank 0 only for rank 1, in `first`. */
    @Test
    void distinguishesDirectFromIndirectWaiters() {
        HandmadeJob job = new HandmadeJob(4).allAlive(99_000).rank(2, 60, HandmadeJob.died());
        job.everyone().steps(5, 0, 1, 2, 3).call(3, "all_reduce", OPEN, 70, -1);
        job.group("pair", 1, 2).steps(5, 1, 2).call(1, "all_reduce", OPEN, 60, -1);
        job.group("first", 0, 1).steps(5, 0, 1).call(0, "all_reduce", OPEN, 65, -1);
        verify(job, 2);
    }

    @Test
    void namesNoOperationIfTheWaitersAreInSeveral() {
        HandmadeJob job = new HandmadeJob(4).allAlive(99_000).rank(3, 60, HandmadeJob.died());
        job.everyone()
                .steps(5, 0, 1, 2, 3)
                .call(0, "barrier", OPEN, 60, -1)
                .call(1, "all_reduce", OPEN, 60, -1)
                .call(2, "all_reduce", OPEN, 60, -1);
        Finding absent = new Diagnosis()
                .of(job.job()).findings().stream()
                        .filter(finding -> finding.cause() == Cause.RANK_ABSENT)
                        .findFirst()
                        .orElseThrow();
        assertEquals(List.of(3), absent.ranks());
        TEXTS.verify(absent.summary() + "\n" + absent.detail());
    }

    @Test
    void countsSendsAndReceives() {
        HandmadeJob job = new HandmadeJob(2).allAlive(99_000).rank(0, 60, HandmadeJob.died());
        HandmadeJob.Group world = job.everyone();
        for (int step = 0; step < 3; step++) {
            world.half(0, "send", 1, CallState.COMPLETED, 10 * step).half(1, "recv", 0, CallState.COMPLETED, 10 * step);
        }
        world.half(1, "recv", 0, OPEN, 60);
        verify(job, 0);
    }

    @Test
    void distinguishesNoSendFromNoCall() {
        HandmadeJob job = new HandmadeJob(3).allAlive(99_000).rank(0, 60, HandmadeJob.died());
        job.everyone().steps(5, 0, 1, 2).half(1, "recv", 0, OPEN, 60);
        verify(job, 0);
    }

    /** Rank 2 stops in a source that records no end; the clocks of the others are this many milliseconds ahead. */
    private static HandmadeJob silent(long ahead) {
        long end = ahead + 600_050;
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, end, Ending.UNKNOWN)
                .rank(1, end, Ending.UNKNOWN)
                .rank(2, 50, Ending.UNKNOWN);
        HandmadeJob.Group world = job.everyone().steps(5, 2);
        for (int rank = 0; rank < 2; rank++) {
            for (int step = 0; step < 5; step++) {
                world.call(rank, "all_reduce", CallState.COMPLETED, ahead + 10 * step, ahead + 10 * step + 1);
            }
            world.call(rank, "all_reduce", OPEN, ahead + 50, -1);
        }
        return job;
    }

    @Test
    void saysHowLongARankHasBeenSilent() {
        verify(silent(0), 2);
    }

    @Test
    void leavesOutASilenceFarLongerThanTheWaits() {
        verify(silent(3_600_000), 2);
    }

    @Test
    void namesTheOtherSilentRanks() {
        HandmadeJob job = new HandmadeJob(4);
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, rank == 1 ? 601_000 : 1_000, Ending.UNKNOWN);
        }
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2, 3);
        for (int step = 0; step < 5; step++) {
            world.half(0, "send", 1, CallState.COMPLETED, 500 + step);
            world.half(1, "recv", 0, CallState.COMPLETED, 500 + step);
        }
        world.half(1, "recv", 0, OPEN, 1_000);
        verify(job, 0);
    }
}
