package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dumps and logs record no process end, and some no call end: what a source does not record accuses no rank. */
class SilentSourcesTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final long END = 60_000;

    private static HandmadeJob job(int ranks) {
        HandmadeJob job = new HandmadeJob(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            job.rank(rank, END, Ending.UNKNOWN);
        }
        return job;
    }

    /** In a log the ranks of the group that disagrees look as if they had stopped before the call that all others wait in. */
    @Test
    void aLogThatEndsInADifferenceIsNoAbsence() {
        HandmadeJob job = job(6);
        HandmadeJob.Group world = job.everyone();
        HandmadeJob.Group shards = job.group("shards", 0, 1, 2);
        for (int rank = 0; rank < 6; rank++) {
            world.call(rank, "all_reduce", CallState.UNKNOWN, 10, -1);
            if (rank < 3) {
                shards.call(rank, "all_gather", CallState.UNKNOWN, 20, -1);
                shards.call(rank, rank == 1 ? "broadcast" : "all_gather", CallState.UNKNOWN, 30, -1);
            } else {
                world.call(rank, "all_reduce", CallState.ENQUEUED, 40, -1);
            }
        }

        Verdict verdict = new Diagnosis().of(job.job());

        assertFinding(verdict, Cause.OP_MISMATCH, 1);
    }

    @Test
    void aLogThatEndsIsNoProgress() {
        HandmadeJob job = new HandmadeJob(4);
        HandmadeJob.Group world = job.everyone();
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, 42, Ending.UNKNOWN);
            world.call(rank, "all_reduce", CallState.UNKNOWN, 10, -1);
            world.call(rank, "all_reduce", CallState.UNKNOWN, 20, -1);
            if (rank != 1) {
                world.call(rank, "all_reduce", CallState.ENQUEUED, 40, -1);
            }
        }

        Verdict verdict = new Diagnosis().of(job.job());

        assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
    }

    /** One of a pair made an extra call, or the other stopped: if all other ranks are idle, the job may have finished. */
    @Test
    void aRankThatMayHaveFinishedIsNotAbsent() {
        HandmadeJob job = job(4);
        HandmadeJob.Group one = job.group("tensor", 0, 1).steps(6, 0, 1);
        job.group("tensor 2", 2, 3).steps(6, 2, 3);
        one.call(0, "all_reduce", CallState.STARTED, 70, -1);

        Verdict verdict = new Diagnosis().of(job.job());

        assertCulprits(verdict);
    }

    @Test
    void aRankThatNeverReceivedIsNotAccusedOfNotReceiving() {
        HandmadeJob job = job(4);
        HandmadeJob.Group pipe = job.everyone();
        for (int turn = 0; turn < 5; turn++) {
            pipe.half(2, "recv", 1, CallState.COMPLETED, 10 * turn);
            pipe.half(2, "send", 3, CallState.COMPLETED, 10 * turn + 2);
            pipe.half(1, "send", 2, CallState.COMPLETED, 10 * turn);
            pipe.half(3, "recv", 2, CallState.COMPLETED, 10 * turn + 2);
        }
        pipe.wrapped(2, 9).wrapped(1, 9).wrapped(3, 9);
        pipe.half(0, "send", 2, CallState.STARTED, 60);

        Verdict verdict = new Diagnosis().of(job.job());

        assertCulprits(verdict);
    }

    /** A dump of pending calls only: a call that it does not hold may have completed. */
    @Test
    void doesNotAccuseARankWhoseCallsTheSourceDoesNotHold() {
        HandmadeJob job = job(3);
        HandmadeJob.Group pipe = job.everyone().join(1).join(2);
        pipe.half(0, "recv", 1, CallState.STARTED, 60);

        Verdict verdict = new Diagnosis().of(job.job());

        assertCulprits(verdict);
    }

    /** The pending call was overwritten in the rings of the other ranks, so its signatures cannot be compared. */
    @Test
    void isNotStalledIfTheRingsLostTheCall() {
        HandmadeJob job = job(3);
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2);
        world.call(0, "all_reduce", CallState.STARTED, 60, -1);
        for (int rank = 1; rank < 3; rank++) {
            world.carried(rank, "all_reduce", 6, 60);
        }

        Verdict alike = new Diagnosis().of(job.job());

        TEXTS.verify(alike.summary() + "\n" + alike.detail());
        assertCulprits(alike);
    }

    @Test
    void aCycleIsAConsequenceOfADifference() {
        HandmadeJob job = job(4);
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2, 3);
        HandmadeJob.Group pair = job.group("tensor", 0, 1).steps(4, 0, 1);
        world.call(0, "barrier", CallState.STARTED, 70, -1);
        world.call(2, "all_reduce", CallState.STARTED, 70, -1);
        world.call(3, "all_reduce", CallState.STARTED, 70, -1);
        pair.call(1, "all_reduce", CallState.STARTED, 60, -1);

        Verdict verdict = new Diagnosis().of(job.job());

        assertCulprits(verdict, 0);
        verdict.findings().stream()
                .filter(finding -> finding.cause() == Cause.COMMUNICATOR_DEADLOCK)
                .forEach(finding -> assertEquals(Severity.CONSEQUENCE, finding.severity()));
    }
}
