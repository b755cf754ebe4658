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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which send belongs to which receive, and whether they fit. */
class MessagesTest {
    private static final CallState DONE = CallState.COMPLETED;
    private static final CallState OPEN = CallState.STARTED;

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    private static HandmadeJob.Group pair(HandmadeJob job) {
        return job.group("world", 0, 1).steps(3, 0, 1);
    }

    @Test
    void namesBothHalvesOfAMessageThatDoesNotFit() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        pair(job).half(0, "send", 1, 8, 0, DONE, 50).half(1, "recv", 0, 4, 0, OPEN, 50);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertEquals(List.of(0, 1), verdict.culprits());
        assertEquals(Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause());
        assertEquals(
                "Rank 0 sends 8 × f32 to rank 1, which receives 4 × f32. Nothing in the traces says which half is wrong.",
                verdict.summary());
    }

    @Test
    void namesTheHalfThatIsNotOfTheSizeThatMessagesHadBefore() {
        for (int odd = 0; odd < 2; odd++) {
            HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
            HandmadeJob.Group world = pair(job);
            for (int step = 0; step < 3; step++) {
                world.half(0, "send", 1, 8, 0, DONE, 50 + step).half(1, "recv", 0, 8, 0, DONE, 50 + step);
            }
            world.half(0, "send", 1, odd == 0 ? 9 : 8, 0, DONE, 60);
            world.half(1, "recv", 0, odd == 1 ? 7 : 8, 0, OPEN, 60);
            assertEquals(List.of(odd), diagnose(job).culprits());
        }
    }

    @Test
    void outranksTheConnectionsThatBreakAfterIt() {
        HandmadeJob job = new HandmadeJob(4).allAlive(80).rank(1, 65, HandmadeJob.died());
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(3, 0, 1, 2, 3);
        world.half(0, "send", 1, 8, 0, DONE, 50).half(1, "recv", 0, 4, 0, OPEN, 50);
        for (int rank : new int[] {0, 2, 3}) {
            world.call(rank, "all_reduce", CallState.FAILED, 60, 70);
        }
        Verdict verdict = diagnose(job);
        assertEquals(Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause());
        assertEquals(List.of(0, 1), verdict.culprits());
    }

    @Test
    void acceptsLessThanThereIsRoomForWhereItArrived() {
        HandmadeJob job = new HandmadeJob(2).allAlive(80);
        pair(job).half(0, "send", 1, 4, 0, DONE, 50).half(1, "recv", 0, 8, 0, DONE, 50);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome());
        HandmadeJob stuck = new HandmadeJob(2).allAlive(60_000);
        pair(stuck).half(0, "send", 1, 4, 0, DONE, 50).half(1, "recv", 0, 8, 0, OPEN, 50);
        assertEquals(List.of(0, 1), diagnose(stuck).culprits());
    }

    @Test
    void pairsByTagAndNotByOrderAlone() {
        HandmadeJob job = new HandmadeJob(2).allAlive(80);
        pair(job)
                .half(0, "send", 1, 8, 1, DONE, 50)
                .half(0, "send", 1, 4, 2, DONE, 51)
                .half(1, "recv", 0, 4, 2, DONE, 50)
                .half(1, "recv", 0, 8, 1, DONE, 51);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome());
    }

    @Test
    void tellsThatThePeerUsesAnotherTag() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        pair(job)
                .half(0, "send", 1, 8, 1, DONE, 50)
                .half(1, "recv", 0, 8, 2, OPEN, 50)
                .call(0, "barrier", OPEN, 55, -1);
        Verdict verdict = diagnose(job);
        assertEquals(List.of(0, 1), verdict.culprits());
        assertEquals(
                "Rank 1 receives from rank 0 with tag 2, which sends with tag 1: rank 0 waits in barrier, call 4 on `world`."
                        + " Nothing in the traces says which half is wrong.",
                verdict.summary());
    }

    @Test
    void doesNotBlameThoseInARowBehindALackingHalf() {
        for (int world = 3; world <= 8; world++) {
            HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
            HandmadeJob.Group group = job.everyone();
            for (int rank = 0; rank < world; rank++) {
                group.steps(3, rank);
                if (rank == 0) {
                    group.call(0, "barrier", OPEN, 50, -1);
                } else {
                    group.half(rank, "recv", rank - 1, OPEN, 50);
                }
            }
            assertEquals(List.of(0, 1), diagnose(job).culprits());
        }
    }

    @Test
    void namesAllOfARingInWhichEachReceivesFirst() {
        for (int world = 3; world <= 6; world++) {
            HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
            HandmadeJob.Group group = job.everyone();
            for (int rank = 0; rank < world; rank++) {
                group.steps(3, rank).half(rank, "recv", (rank + 1) % world, OPEN, 50);
            }
            Verdict verdict = diagnose(job);
            assertEquals(IntStream.range(0, world).boxed().toList(), verdict.culprits());
            assertEquals(1, verdict.findings().size());
            assertTrue(verdict.summary().contains("wait for each other in a ring"), verdict.summary());
        }
    }

    @Test
    void namesTheRankThatSendsToNoneOfThoseThatWaitForIt() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(3, 0, 1, 2, 3);
        world.call(2, "barrier", OPEN, 50, -1);
        for (int rank : new int[] {0, 1, 3}) {
            world.half(rank, "recv", 2, OPEN, 50);
        }
        assertEquals(List.of(2), diagnose(job).culprits());
    }

    @Test
    void namesTheRankThatSendsToAnotherThanWaitsForIt() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        world.half(1, "send", 3, DONE, 70).half(2, "recv", 1, OPEN, 70);
        world.call(0, "all_reduce", OPEN, 70, -1).call(3, "all_reduce", OPEN, 70, -1);
        Verdict verdict = diagnose(job);
        assertEquals(List.of(1), verdict.culprits());
        assertEquals(
                "Rank 1 sends to rank 3, which never receives it. Rank 2 waits to receive from rank 1.",
                verdict.summary());
        job.rank(1, 75, HandmadeJob.died());
        assertEquals(Cause.RANK_ABSENT, diagnose(job).findings().get(0).cause());
    }

    @Test
    void findsALackingHalfWhereTheRingsHaveWrapped() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        HandmadeJob.Group world = pair(job).wrapped(0, 500).wrapped(1, 311);
        for (int step = 0; step < 2; step++) {
            world.half(0, "send", 1, DONE, 50 + step).half(1, "recv", 0, DONE, 50 + step);
        }
        world.half(1, "recv", 0, OPEN, 60).call(0, "barrier", OPEN, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(List.of(0, 1), verdict.culprits(), verdict.summary());
        assertEquals(Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause());
    }

    @Test
    void accusesNobodyWhoseTraceWasReadBeforeThePeers() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 100, Ending.ALIVE).rank(1, 60_000, Ending.ALIVE);
        HandmadeJob.Group world = pair(job);
        for (int step = 0; step < 600; step++) {
            if (step < 2) {
                world.half(0, "send", 1, DONE, 100L * step);
            }
            world.half(1, "recv", 0, DONE, 100L * step + 1);
        }
        assertEquals(List.of(), diagnose(job).culprits(), diagnose(job).summary());
    }

    @Test
    void countsWhatIsReceivedFromAnybodyForNobody() {
        HandmadeJob job = new HandmadeJob(3).allAlive(80);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(3, 0, 1, 2);
        world.half(1, "send", 0, DONE, 50).half(2, "send", 0, DONE, 50).half(1, "send", 0, DONE, 60);
        world.half(0, "recv", -1, DONE, 50).half(0, "recv", -1, DONE, 51).half(0, "recv", 1, DONE, 60);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome(), diagnose(job).summary());
    }
}
