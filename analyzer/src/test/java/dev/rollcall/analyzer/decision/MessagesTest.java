package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Matching of sends with receives, by order, tag and size. */
class MessagesTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

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
        assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, 0, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheSideWithAnUnusualSize() {
        for (int odd = 0; odd < 2; odd++) {
            HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
            HandmadeJob.Group world = pair(job);
            for (int step = 0; step < 3; step++) {
                world.half(0, "send", 1, 8, 0, DONE, 50 + step).half(1, "recv", 0, 8, 0, DONE, 50 + step);
            }
            world.half(0, "send", 1, odd == 0 ? 9 : 8, 0, DONE, 60);
            world.half(1, "recv", 0, odd == 1 ? 7 : 8, 0, OPEN, 60);
            assertCulprits(diagnose(job), odd);
        }
    }

    @Test
    void outranksBrokenConnections() {
        HandmadeJob job = new HandmadeJob(4).allAlive(80).rank(1, 65, HandmadeJob.died());
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(3, 0, 1, 2, 3);
        world.half(0, "send", 1, 8, 0, DONE, 50).half(1, "recv", 0, 4, 0, OPEN, 50);
        for (int rank : new int[] {0, 2, 3}) {
            world.call(rank, "all_reduce", CallState.FAILED, 60, 70);
        }
        Verdict verdict = diagnose(job);
        assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, 0, 1);
    }

    @Test
    void acceptsAShortMessageThatArrived() {
        HandmadeJob job = new HandmadeJob(2).allAlive(80);
        pair(job).half(0, "send", 1, 4, 0, DONE, 50).half(1, "recv", 0, 8, 0, DONE, 50);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome());
        HandmadeJob stuck = new HandmadeJob(2).allAlive(60_000);
        pair(stuck).half(0, "send", 1, 4, 0, DONE, 50).half(1, "recv", 0, 8, 0, OPEN, 50);
        assertCulprits(diagnose(stuck), 0, 1);
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
    void reportsAPeerThatUsesAnotherTag() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        pair(job)
                .half(0, "send", 1, 8, 1, DONE, 50)
                .half(1, "recv", 0, 8, 2, OPEN, 50)
                .call(0, "barrier", OPEN, 55, -1);
        Verdict verdict = diagnose(job);
        assertCulprits(verdict);
        assertEquals(List.of(0, 1), verdict.suspects());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void doesNotBlameTheChainBehindAMissingSend() {
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
            assertCulprits(diagnose(job), 0, 1);
        }
    }

    @Test
    void namesAllRanksOfARingThatReceiveFirst() {
        for (int world = 3; world <= 6; world++) {
            HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
            HandmadeJob.Group group = job.everyone();
            for (int rank = 0; rank < world; rank++) {
                group.steps(3, rank).half(rank, "recv", (rank + 1) % world, OPEN, 50);
            }
            Verdict verdict = diagnose(job);
            assertEquals(IntStream.range(0, world).boxed().toList(), verdict.culprits());
            assertEquals(1, verdict.findings().size());
            TEXTS.verify(world + " ranks", verdict.summary() + "\n" + verdict.detail());
        }
    }

    @Test
    void namesTheRankThatAllOthersReceiveFrom() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(3, 0, 1, 2, 3);
        world.call(2, "barrier", OPEN, 50, -1);
        for (int rank : new int[] {0, 1, 3}) {
            world.half(rank, "recv", 2, OPEN, 50);
        }
        assertCulprits(diagnose(job), 2);
    }

    @Test
    void namesTheRankThatSendsToTheWrongPeer() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        world.half(1, "send", 3, DONE, 70).half(2, "recv", 1, OPEN, 70);
        world.call(0, "all_reduce", OPEN, 70, -1).call(3, "all_reduce", OPEN, 70, -1);
        Verdict verdict = diagnose(job);
        assertCulprits(verdict, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
        job.rank(1, 75, HandmadeJob.died());
        assertEquals(Cause.RANK_ABSENT, diagnose(job).findings().get(0).cause());
    }

    @Test
    void findsAMissingSendInWrappedRings() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        HandmadeJob.Group world = pair(job).wrapped(0, 500).wrapped(1, 311);
        for (int step = 0; step < 2; step++) {
            world.half(0, "send", 1, DONE, 50 + step).half(1, "recv", 0, DONE, 50 + step);
        }
        world.half(1, "recv", 0, OPEN, 60).call(0, "barrier", OPEN, 60, -1);
        Verdict verdict = diagnose(job);
        assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, 0, 1);
    }

    @Test
    void doesNotAccuseARankWhoseTraceWasReadBeforeItsPeers() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 100, Ending.ALIVE).rank(1, 60_000, Ending.ALIVE);
        HandmadeJob.Group world = pair(job);
        for (int step = 0; step < 600; step++) {
            if (step < 2) {
                world.half(0, "send", 1, DONE, 100L * step);
            }
            world.half(1, "recv", 0, DONE, 100L * step + 1);
        }
        assertCulprits(diagnose(job));
    }

    @Test
    void matchesReceivesFromAnyRankWithNoParticularSend() {
        HandmadeJob job = new HandmadeJob(3).allAlive(80);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(3, 0, 1, 2);
        world.half(1, "send", 0, DONE, 50).half(2, "send", 0, DONE, 50).half(1, "send", 0, DONE, 60);
        world.half(0, "recv", -1, DONE, 50).half(0, "recv", -1, DONE, 51).half(0, "recv", 1, DONE, 60);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome(), diagnose(job).summary());
    }
}
