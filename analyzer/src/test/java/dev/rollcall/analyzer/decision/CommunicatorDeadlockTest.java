package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CommunicatorDeadlockTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    /** Ranks 0 and 1 use tp and dp in crossed order; rank 2 waits for them on world. */
    private static HandmadeJob crossed(long firstAlive, long secondAlive) {
        return crossed(new HandmadeJob(3)
                .rank(0, firstAlive, Ending.ALIVE)
                .rank(1, secondAlive, Ending.ALIVE)
                .rank(2, firstAlive, Ending.ALIVE));
    }

    private static HandmadeJob crossed(HandmadeJob job) {
        job.group("tp", 0, 1).steps(4, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("dp", 0, 1).steps(4, 0, 1).call(1, "all_reduce", CallState.STARTED, 50, -1);
        job.group("world", 0, 1, 2).steps(4, 0, 1, 2).call(2, "barrier", CallState.STARTED, 50, -1);
        return job;
    }

    @Test
    void namesTheCycleAndNotTheRanksBehindIt() {
        Verdict verdict = new Diagnosis().of(crossed(60_000, 60_000).job());
        assertFinding(verdict, Cause.COMMUNICATOR_DEADLOCK, 0, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheCycleOfAJobThatItsOwnWatchdogEnded() {
        HandmadeJob job = new HandmadeJob(3);
        for (int rank = 0; rank < 3; rank++) {
            job.rank(rank, 60_000, HandmadeJob.stoppedBy("watchdog"));
        }
        assertFinding(new Diagnosis().of(crossed(job).job()), Cause.COMMUNICATOR_DEADLOCK, 0, 1);
    }

    @Test
    void isNoDeadlockWhileOneWaitIsShort() {
        Verdict verdict = new Diagnosis().of(crossed(60_000, 55).job());
        assertCulprits(verdict);
    }

    @Test
    void collectivesInCrossedOrderNeedNoClock() {
        Verdict verdict =
                new Diagnosis().of(crossed(new HandmadeJob(3).allWithoutClock()).job());
        assertFinding(verdict, Cause.COMMUNICATOR_DEADLOCK, 0, 1);
    }

    @Test
    void aReceiveWithoutClocksIsNoDeadlock() {
        HandmadeJob job = new HandmadeJob(2).allWithoutClock();
        job.group("tp", 0, 1).steps(4, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("pipeline", 0, 1).half(1, "recv", 0, CallState.STARTED, 50);
        Verdict verdict = new Diagnosis().of(job.job());
        assertCulprits(verdict);
    }

    /** Rank 1 calls on b before a, the others on a before b; the records of some ranks end there. */
    private static Verdict againstAll(Integer... unobserved) {
        HandmadeJob job = new HandmadeJob(4).allWithoutClock();
        for (int rank : unobserved) {
            job.rank(rank, 50, Ending.unobserved("its log ends before the others'"));
        }
        for (int rank = 0; rank < 4; rank++) {
            job.group("a", 0, 1, 2, 3).steps(1, rank);
            job.group("b", 0, 1, 2, 3).steps(1, rank);
            job.group(rank == 1 ? "b" : "a", 0, 1, 2, 3).call(rank, "all_reduce", CallState.STARTED, 50, -1);
        }
        return new Diagnosis().of(job.job());
    }

    @Test
    void namesTheRankWhoseOrderDiffersFromTheMajority() {
        Verdict verdict = againstAll();
        assertCulprits(verdict, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void countsTheOrderOfRanksWhoseRecordsEndEarly() {
        assertEquals(List.of(1), againstAll(0, 2).culprits());
    }

    @Test
    void namesNoCulpritIfTheThirdTraceEndsEarly() {
        HandmadeJob job = new HandmadeJob(3).allWithoutClock();
        job.rank(2, 40, Ending.unobserved("its log ends before the others'"));
        job.group("a", 0, 1, 2).steps(2, 0, 1, 2).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("b", 0, 1, 2).steps(2, 0, 1, 2).call(1, "all_reduce", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertFinding(verdict, Cause.COMMUNICATOR_DEADLOCK);
    }

    /** In each iteration all ranks call on their pair, then on their column; rank 1 skips the column once. */
    @Test
    void namesTheCallThatARankOfACycleSkipped() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group[] pairs = {job.group("tp 0", 0, 1), job.group("tp 1", 2, 3)};
        HandmadeJob.Group[] columns = {job.group("dp 0", 0, 2), job.group("dp 1", 1, 3)};
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            world.join(rank);
            for (int turn = 0; turn < 8; turn++) {
                long time = 100L * turn;
                pairs[rank / 2].call(rank, "all_reduce", CallState.COMPLETED, time, time + 1);
                if (rank == 1 && turn == 5) {
                    continue;
                }
                boolean last = rank == 3 && turn == 7;
                columns[rank % 2].call(
                        rank,
                        "broadcast",
                        last ? CallState.STARTED : CallState.COMPLETED,
                        time + 10,
                        last ? -1 : time + 11);
            }
            if (rank != 3) {
                world.call(rank, "barrier", CallState.STARTED, 900, -1);
            }
        }
        Verdict verdict = new Diagnosis().of(job.job());
        assertFinding(verdict, Cause.SKIPPED_COLLECTIVE, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** All ranks leave a loop on the world for a call on their pair, and rank 3 calls on the world once more. */
    @Test
    void saysOnlyOfMembersThatTheyCalledOnACommunicator() {
        HandmadeJob job = new HandmadeJob(8).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3, 4, 5, 6, 7);
        for (int rank = 0; rank < 8; rank++) {
            HandmadeJob.Group pair = job.group("tp " + rank / 2, rank / 2 * 2, rank / 2 * 2 + 1);
            world.steps(6, rank);
            for (int turn = 0; turn < 6; turn++) {
                pair.call(rank, "all_reduce", CallState.COMPLETED, 900 + turn, 901 + turn);
            }
            if (rank != 3) {
                pair.call(rank, "all_reduce", rank == 2 ? CallState.STARTED : CallState.COMPLETED, 910, 911);
            }
            if (rank != 2) {
                world.call(rank, "all_reduce", CallState.STARTED, 920, -1);
            }
        }
        Verdict verdict = new Diagnosis().of(job.job());
        assertFinding(verdict, Cause.COMMUNICATOR_DEADLOCK, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
