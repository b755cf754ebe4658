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
}
