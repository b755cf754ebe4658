package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One send or receive more than its peer's, in a job of which nothing tells whether the peer stopped or is done. */
class LoneHalfTest {
    private static final CallState DONE = CallState.COMPLETED;
    private static final CallState OPEN = CallState.STARTED;

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    /** Four ranks of which 0 sent to 1 six times, from line 30 to line 31, 8 elements each. */
    private static HandmadeJob.Group past(HandmadeJob job) {
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, 60_000, Ending.UNKNOWN);
        }
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2, 3);
        for (int step = 0; step < 6; step++) {
            world.from(30).half(0, "send", 1, DONE, 40 + step);
            world.from(31).half(1, "recv", 0, DONE, 40 + step);
        }
        return world;
    }

    private static void assertNobodyAccused(Verdict verdict) {
        assertEquals(Outcome.DESYNC, verdict.outcome(), verdict.summary());
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(Cause.UNDETERMINED, verdict.findings().get(0).cause());
    }

    @Test
    void tellsBothSidesOfAReceiveFromALineThatReceivedNothingBefore() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(99).half(1, "recv", 0, OPEN, 60);
        Verdict verdict = diagnose(job);
        assertNobodyAccused(verdict);
        assertEquals(
                "Two sides, two stories: rank 1 waits in recv from rank 0, call 7 on `world` at Train.step (Train.java:99), and"
                        + " rank 0 has not sent it and is in no other call. Nothing in the traces says which is wrong.",
                verdict.summary());
    }

    @Test
    void tellsBothSidesOfASendOfAnotherSizeThanAllBefore() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(30).half(0, "send", 1, 5, -1, OPEN, 60);
        Verdict verdict = diagnose(job);
        assertNobodyAccused(verdict);
        assertTrue(verdict.summary().contains("rank 1 has not received it"), verdict.summary());
    }

    /** The one too many takes the next message, and so on, until the last receive of the usual line gets none. */
    @Test
    void tellsBothSidesOfTheUsualReceiveThatComesLastBehindOneTooMany() {
        HandmadeJob job = new HandmadeJob(4);
        HandmadeJob.Group world = past(job);
        for (int step = 0; step < 5; step++) {
            world.from(30).half(0, "send", 1, DONE, 50 + step);
            world.from(step == 0 ? 99 : 31).half(1, "recv", 0, DONE, 50 + step);
        }
        world.from(31).half(1, "recv", 0, OPEN, 60);
        assertNobodyAccused(diagnose(job));
    }

    @Test
    void tellsBothSidesOfAHalfWithoutAPast() {
        HandmadeJob job = new HandmadeJob(4);
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, 60_000, Ending.UNKNOWN);
        }
        job.everyone().steps(3, 0, 1, 2, 3).half(3, "recv", 0, OPEN, 60);
        assertNobodyAccused(diagnose(job));
    }

    @Test
    void namesThePeerOfAReceiveThatTheRanksPastAnnounced() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(31).half(1, "recv", 0, OPEN, 60);
        assertEquals(List.of(0), diagnose(job).culprits());
        HandmadeJob sizes = new HandmadeJob(4);
        HandmadeJob.Group uneven = past(sizes);
        uneven.from(30).half(0, "send", 1, 9, -1, DONE, 50);
        uneven.from(31).half(1, "recv", 0, 9, -1, DONE, 50).half(1, "recv", 0, 4, -1, OPEN, 60);
        assertEquals(List.of(0), diagnose(sizes).culprits());
    }

    @Test
    void namesThePeerThatAnotherRankWaitsForToo() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(99).half(1, "recv", 0, OPEN, 60).half(2, "recv", 0, OPEN, 60);
        Verdict verdict = diagnose(job);
        assertEquals(List.of(0), verdict.culprits(), verdict.summary());
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
    }

    @Test
    void namesThePeerOfWhichAWatchdogToldWhereItIs() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(99).half(1, "recv", 0, OPEN, 60);
        job.asleep(0, 55_000, 60_000);
        assertEquals(List.of(0), diagnose(job).culprits());
    }

    /** Rank 1 left out a send to rank 2, whose halves are all posted at once; what each waits in was posted by its peer. */
    @Test
    void namesTheOnePairThatLacksAHalfWhereAllWaitInSendsAndReceives() {
        HandmadeJob job = new HandmadeJob(3);
        for (int rank = 0; rank < 3; rank++) {
            job.rank(rank, 60_000, Ending.UNKNOWN);
        }
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2);
        for (int step = 0; step < 5; step++) {
            CallState state = step < 3 ? DONE : OPEN;
            world.half(0, "send", 1, state, 40 + step).half(1, "recv", 0, state, 40 + step);
            if (step != 3) {
                world.half(1, "send", 2, state, 40 + step);
            }
            world.half(2, "recv", 1, state, 40 + step);
        }
        Verdict verdict = diagnose(job);
        assertNobodyAccused(verdict);
        assertEquals(
                "Two sides, two stories: rank 2 waits in recv from rank 1, call 5 on `world`, and rank 1 has not sent it and"
                        + " waits in recv, call 7 on `world`. Nothing in the traces says which is wrong.",
                verdict.summary());
    }

    @Test
    void namesThePairThatLacksAHalfWhereNothingTellsOfTime() {
        HandmadeJob job = new HandmadeJob(3).allWithoutClock();
        HandmadeJob.Group world = job.everyone();
        for (int step = 0; step < 5; step++) {
            for (int rank = 0; rank < 3; rank++) {
                CallState state = step < 4 ? DONE : OPEN;
                if (step < 4 || rank != 2) {
                    world.half(rank, "send", (rank + 1) % 3, state, 10 * step);
                    world.half(rank, "recv", (rank + 2) % 3, state, 10 * step);
                }
                world.call(rank, "all_reduce", state, 10 * step + 5, step < 4 ? 10 * step + 6 : -1);
            }
        }
        Verdict verdict = diagnose(job);
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertTrue(verdict.summary().contains(" for rank 2 in "), verdict.summary());
    }
}
