package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UnmatchedSendRecvTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @Test
    void namesBothRanksThatWaitForEachOther() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1).steps(3, 0, 1);
        world.half(1, "recv", 0, CallState.STARTED, 50).call(0, "barrier", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** Both processes are ended by a thread of theirs that sees no progress. */
    @Test
    void namesBothRanksThatWaitedForEachOtherUntilTheirWatchdogsExited() {
        HandmadeJob job = new HandmadeJob(2)
                .rank(0, 60_000, HandmadeJob.stoppedBy("watchdog"))
                .rank(1, 60_000, HandmadeJob.stoppedBy("watchdog"));
        HandmadeJob.Group world = job.group("world", 0, 1).steps(3, 0, 1);
        world.half(1, "recv", 0, CallState.STARTED, 50).call(0, "barrier", CallState.STARTED, 50, -1);
        assertFinding(new Diagnosis().of(job.job()), Cause.UNMATCHED_SEND_RECV, 0, 1);
    }

    /** The sender goes first; a moment later the receiver, which waits for the next message, goes too. */
    @Test
    void aReceiveThatWaitsBrieflyUntilATimerEndsBothRanksIsNoFinding() {
        HandmadeJob job = new HandmadeJob(2)
                .rank(0, 45, HandmadeJob.stoppedBy("timer"))
                .rank(1, 300, HandmadeJob.stoppedBy("timer"));
        HandmadeJob.Group world = job.group("world", 0, 1);
        for (int step = 0; step < 4; step++) {
            world.half(0, "send", 1, CallState.COMPLETED, 10 * step).half(1, "recv", 0, CallState.COMPLETED, 10 * step);
        }
        world.half(1, "recv", 0, CallState.STARTED, 40);
        assertCulprits(new Diagnosis().of(job.job()));

        // The receiver's timer may be a longer one.
        job.rank(1, 60_000, HandmadeJob.stoppedBy("timer"));
        assertCulprits(new Diagnosis().of(job.job()));
    }

    /** A server posts a receive for a next request that never comes, and exits by itself. */
    @Test
    void aReceiveThatItsRankLeavesOpenAndExitsIsNoFinding() {
        HandmadeJob job =
                new HandmadeJob(2).rank(0, 60_000, HandmadeJob.exit(0)).rank(1, 60_000, HandmadeJob.exit(0));
        job.group("world", 0, 1).steps(3, 0, 1).half(1, "recv", 0, CallState.STARTED, 50);
        Verdict verdict = new Diagnosis().of(job.job());
        assertCulprits(verdict);
        assertTrue(verdict.findings().isEmpty(), verdict.summary());
    }

    @Test
    void namesTheRootOfAChainOfWaits() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000).rank(2, 70, HandmadeJob.exit(1));
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(3, 0, 1, 2);
        job.group("pair", 0, 2).steps(3, 0, 2).call(0, "all_reduce", CallState.STARTED, 50, -1);
        world.half(1, "recv", 0, CallState.STARTED, 50);
        Verdict verdict = new Diagnosis().of(job.job());
        assertFinding(verdict, Cause.RANK_ABSENT, 2);
    }

    @Test
    void aReceiveThatWaitsBrieflyIsNoFinding() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60);
        HandmadeJob.Group world = job.group("world", 0, 1).steps(3, 0, 1);
        world.half(1, "recv", 0, CallState.STARTED, 50).call(0, "barrier", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertCulprits(verdict);
        assertTrue(verdict.findings().isEmpty(), verdict.summary());
    }

    /** A ring: each rank sends to the next and receives from the previous one, then all reduce; one leaves out a send. */
    @Test
    void namesTheRankThatLeftOutItsUsualSend() {
        for (int world = 3; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
                HandmadeJob.Group group = job.everyone();
                for (int rank = 0; rank < world; rank++) {
                    boolean starved = rank == (culprit + 1) % world;
                    for (int step = 0; step < 5; step++) {
                        boolean last = step == 4;
                        if (!last || rank != culprit) {
                            group.half(rank, "send", (rank + 1) % world, CallState.COMPLETED, 10 * step);
                        }
                        CallState received = last && starved ? CallState.STARTED : CallState.COMPLETED;
                        group.half(rank, "recv", (rank + world - 1) % world, received, 10 * step + 2);
                        if (!last) {
                            group.steps(1, rank);
                        } else if (!starved) {
                            group.call(rank, "all_reduce", CallState.STARTED, 10 * step + 4, -1);
                        }
                    }
                }
                Verdict verdict = new Diagnosis().of(job.job());
                assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, culprit);
            }
        }
    }

    /** A pipeline: each rank receives from the previous one and sends to the next; one stage is dead. */
    @Test
    void namesTheDeadStageAndNotThoseThatWaitBehindIt() {
        for (int world = 2; world <= 8; world++) {
            for (int dead = 0; dead < world - 1; dead++) {
                HandmadeJob job = new HandmadeJob(world).allAlive(60_000).rank(dead, 60, HandmadeJob.died());
                HandmadeJob.Group group = job.everyone();
                for (int rank = 0; rank < world; rank++) {
                    group.join(rank);
                    for (int step = 0; step < 4; step++) {
                        boolean last = step == 3;
                        CallState state = last && rank > dead ? CallState.STARTED : CallState.COMPLETED;
                        if (rank > 0) {
                            group.half(rank, "recv", rank - 1, state, 10 * step + rank);
                        }
                        if (rank < world - 1 && !(last && rank >= dead)) {
                            group.half(rank, "send", rank + 1, CallState.COMPLETED, 10 * step + rank + 1);
                        }
                    }
                    if (rank < dead) {
                        group.call(rank, "barrier", CallState.STARTED, 50, -1);
                    }
                }
                Verdict verdict = new Diagnosis().of(job.job());
                assertFinding(verdict, Cause.RANK_ABSENT, dead);
            }
        }
    }

    @Test
    void doesNotBlameAPeerThatEndedWellForAnUnexpectedReceive() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000).rank(0, 70, HandmadeJob.exit(0));
        HandmadeJob.Group world = job.group("world", 0, 1).steps(3, 0, 1);
        world.half(1, "recv", 0, CallState.STARTED, 50);
        assertEquals(List.of(), new Diagnosis().of(job.job()).culprits());
    }

    /** Each rank sends to the next and receives from the previous one in a batch; one leaves out a send and goes on. */
    private static HandmadeJob batches(HandmadeJob job, int world, int culprit) {
        HandmadeJob.Group group = job.everyone();
        for (int rank = 0; rank < world; rank++) {
            boolean starved = rank == (culprit + 1) % world;
            for (int step = 0; step < 5; step++) {
                CallState state = step == 4 && starved ? CallState.STARTED : CallState.COMPLETED;
                if (step != 3 || rank != culprit) {
                    group.half(rank, "send", (rank + 1) % world, state, 10 * step);
                }
                group.half(rank, "recv", (rank + world - 1) % world, state, 10 * step);
            }
            if (!starved) {
                group.call(rank, "barrier", CallState.STARTED, 50, -1);
            }
        }
        return job;
    }

    @Test
    void namesTheSendThatIsMissingFromABatch() {
        for (int world = 3; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                HandmadeJob clocked = batches(new HandmadeJob(world).allAlive(60_000), world, culprit);
                assertUnmatched(culprit, new Diagnosis().of(clocked.job()));
                HandmadeJob timeless = batches(new HandmadeJob(world).allWithoutClock(), world, culprit);
                assertUnmatched(culprit, new Diagnosis().of(timeless.job()));
            }
        }
    }

    private static void assertUnmatched(int culprit, Verdict verdict) {
        assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, culprit);
    }

    @Test
    void acceptsACompletedReceiveFromAPeerWithoutATrace() {
        HandmadeJob job = new HandmadeJob(3).rank(0, 60_000, Ending.ALIVE).rank(1, 60_000, Ending.ALIVE);
        HandmadeJob.Group group = job.group("world", 0, 1, 2).steps(3, 0, 1);
        group.half(0, "recv", 2, CallState.COMPLETED, 40).call(0, "barrier", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertCulprits(verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
