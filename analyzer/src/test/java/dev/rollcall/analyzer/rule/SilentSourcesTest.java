package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dumps and logs tell of no end of a process, and some of no end of a call: what they do not tell accuses nobody. */
class SilentSourcesTest {
    private static final long END = 60_000;

    private static HandmadeJob job(int ranks) {
        HandmadeJob job = new HandmadeJob(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            job.rank(rank, END, Ending.UNKNOWN);
        }
        return job;
    }

    /** In a log the ranks of the group that disagrees seem to have stopped in front of what all others wait in. */
    @Test
    void thoseWhoseLogsEndInADifferenceHaveNotStoppedBesides() {
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

        assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        assertEquals(Cause.OP_MISMATCH, verdict.findings().get(0).cause(), verdict.summary());
    }

    @Test
    void aLogThatEndsDoesNotSayThatTheJobGoesOn() {
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

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict.summary());
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    /** One of a pair made a call more, or the other stopped: where all else is at rest, the job may just be over. */
    @Test
    void whoMayHaveComeToTheEndOfItsProgramIsNotSaidToHaveStopped() {
        HandmadeJob job = job(4);
        HandmadeJob.Group one = job.group("tensor", 0, 1).steps(6, 0, 1);
        job.group("tensor 2", 2, 3).steps(6, 2, 3);
        one.call(0, "all_reduce", CallState.STARTED, 70, -1);

        Verdict verdict = new Diagnosis().of(job.job());

        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    @Test
    void whoNeverReceivedFromARankIsNotAccusedOfNotReceiving() {
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

        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    /** As in a dump of pending calls alone: what such a source does not hold may have been made. */
    @Test
    void ofWhomNothingIsHeldNobodySaysThatItNeverCalled() {
        HandmadeJob job = job(3);
        HandmadeJob.Group pipe = job.everyone().join(1).join(2);
        pipe.half(0, "recv", 1, CallState.STARTED, 60);

        Verdict verdict = new Diagnosis().of(job.job());

        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    /** The call that one is in was overwritten in the others' rings: nobody knows whether they asked for the same. */
    @Test
    void doesNotSayThatAllJoinedAlikeWhereTheRingsHaveForgottenIt() {
        HandmadeJob job = job(3);
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2);
        world.call(0, "all_reduce", CallState.STARTED, 60, -1);
        for (int rank = 1; rank < 3; rank++) {
            world.carried(rank, "all_reduce", 6, 60);
        }

        Verdict alike = new Diagnosis().of(job.job());

        assertFalse(alike.summary().contains("joined alike"), alike.summary());
        assertEquals(List.of(), alike.culprits(), alike.summary());
    }

    @Test
    void aCycleIsTheConsequenceOfTheDifferenceThatOneOfItsRanksMade() {
        HandmadeJob job = job(4);
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2, 3);
        HandmadeJob.Group pair = job.group("tensor", 0, 1).steps(4, 0, 1);
        world.call(0, "barrier", CallState.STARTED, 70, -1);
        world.call(2, "all_reduce", CallState.STARTED, 70, -1);
        world.call(3, "all_reduce", CallState.STARTED, 70, -1);
        pair.call(1, "all_reduce", CallState.STARTED, 60, -1);

        Verdict verdict = new Diagnosis().of(job.job());

        assertEquals(List.of(0), verdict.culprits(), verdict.summary());
        verdict.findings().stream()
                .filter(finding -> finding.cause() == Cause.COMMUNICATOR_DEADLOCK)
                .forEach(finding -> assertEquals(Severity.CONSEQUENCE, finding.severity()));
    }
}
