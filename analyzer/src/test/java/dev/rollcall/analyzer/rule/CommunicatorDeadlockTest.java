package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommunicatorDeadlockTest {

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
    void namesTheCycleAndNotThoseThatWaitForIt() {
        Verdict verdict = new Diagnosis().of(crossed(60_000, 60_000).job());
        assertEquals(List.of(0, 1), verdict.culprits());
        assertEquals(Cause.COMMUNICATOR_DEADLOCK, verdict.findings().get(0).cause());
        assertEquals(
                "Ranks 0 and 1 wait for each other across two communicators: rank 0 in call 5 of `tp`, which rank 1 has not"
                        + " joined, rank 1 in call 5 of `dp`, which rank 0 has not joined. Rank 2 waits for them.",
                verdict.summary());
    }

    @Test
    void isNoneWhileOneOfTheCycleHasWaitedOnlyForAMoment() {
        Verdict verdict = new Diagnosis().of(crossed(60_000, 55).job());
        assertEquals(List.of(), verdict.culprits());
    }

    @Test
    void needsNoClockWhereCollectivesWereMadeInCrossedOrder() {
        Verdict verdict =
                new Diagnosis().of(crossed(new HandmadeJob(3).allWithoutClock()).job());
        assertEquals(List.of(0, 1), verdict.culprits(), verdict.summary());
        assertEquals(Cause.COMMUNICATOR_DEADLOCK, verdict.findings().get(0).cause());
    }

    @Test
    void doesNotTakeAReceiveForADeadlockThatMayBePostedEarlyWhereNoClockTells() {
        HandmadeJob job = new HandmadeJob(2).allWithoutClock();
        job.group("tp", 0, 1).steps(4, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("pipeline", 0, 1).half(1, "recv", 0, CallState.STARTED, 50);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    /** Rank 1 takes b before a, the others a before b; the records of some end there. */
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
    void namesTheOneWhoseOrderIsAgainstMost() {
        Verdict verdict = againstAll();
        assertEquals(List.of(1), verdict.culprits());
        assertTrue(verdict.summary().endsWith(" Rank 1 is not where most of them are."), verdict.summary());
    }

    @Test
    void takesTheOrderOfThoseIntoAccountWhoseRecordsEndThere() {
        assertEquals(List.of(1), againstAll(0, 2).culprits());
    }

    @Test
    void accusesNobodyOfTwoWhereAThirdIsNotReadToItsEnd() {
        HandmadeJob job = new HandmadeJob(3).allWithoutClock();
        job.rank(2, 40, Ending.unobserved("its log ends before the others'"));
        job.group("a", 0, 1, 2).steps(2, 0, 1, 2).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("b", 0, 1, 2).steps(2, 0, 1, 2).call(1, "all_reduce", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(Cause.COMMUNICATOR_DEADLOCK, verdict.findings().get(0).cause());
    }

    /** Turn by turn all ranks call on their pair, then on their column; rank 1 leaves out the column once. */
    @Test
    void tellsWhichCallARankWentByWhereOthersWaitForItThere() {
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
        assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        assertEquals(Cause.SKIPPED_COLLECTIVE, verdict.findings().get(0).cause());
        assertEquals(
                "Rank 1 skipped a call on `dp 1`: by its past, broadcast(8 × f32, sum, root 0) was next, and it went on to"
                        + " all_reduce(8 × f32, sum). Rank 3 waits for it in call 8 there, rank 1 in barrier, call 1 on `world`.",
                verdict.summary());
    }
}
