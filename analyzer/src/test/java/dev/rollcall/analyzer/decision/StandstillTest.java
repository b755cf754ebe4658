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
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ranks that are stuck although no incident explains it. */
class StandstillTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    @Test
    void aCallThatAllJoinedIsStalled() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(6, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            world.call(rank, "all_reduce", CallState.STARTED, 60, -1);
        }
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.STALLED, verdict.outcome());
        assertFinding(verdict, Cause.TRANSPORT_STALLED);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void isInconclusiveIfATraceLacksTheCommunicator() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2);
        world.call(0, "all_reduce", CallState.STARTED, 60, -1).call(1, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void isInconclusiveIfSomeMembersAreUnknown() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group group = job.group("group 1", 0, 1, -1, -1).steps(5, 0, 1);
        group.call(0, "all_reduce", CallState.STARTED, 60, -1).call(1, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void isInconclusiveIfTheSizeIsUnknown() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        job.unknownGroup("group 1").steps(5, 0).call(0, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesOnlyTheRanksInTheStalledCall() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group one = job.group("tp 0", 0, 1).steps(5, 0, 1);
        HandmadeJob.Group other = job.group("tp 1", 2, 3).steps(5, 2, 3);
        one.call(0, "all_reduce", CallState.STARTED, 60, -1).call(1, "all_reduce", CallState.STARTED, 60, -1);
        other.call(2, "barrier", CallState.STARTED, 60, -1).call(3, "barrier", CallState.STARTED, 60, -1);
        TEXTS.verify(diagnose(job).summary());
    }

    @Test
    void doesNotNameRanksThatWaitBehindAStalledCall() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(5, 0, 1, 2);
        HandmadeJob.Group pair = job.group("pair", 1, 2).steps(5, 1, 2);
        world.call(0, "barrier", CallState.STARTED, 60, -1);
        pair.call(1, "all_reduce", CallState.STARTED, 60, -1).call(2, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.STALLED, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void aTraceThatWasReadTooEarlyNamesNoCulprit() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 9_000, Ending.ALIVE)
                .rank(1, 9_000, Ending.ALIVE)
                .rank(2, 60, Ending.ALIVE);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(9, 0, 1).steps(5, 2);
        world.call(0, "all_reduce", CallState.STARTED, 90, -1).call(1, "all_reduce", CallState.STARTED, 90, -1);
        Verdict verdict = diagnose(job);
        assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void anErrorExitIsNotHealthy() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 60, HandmadeJob.exit(0)).rank(1, 60, HandmadeJob.exit(1));
        job.group("world", 0, 1).steps(5, 0, 1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void doesNotSayThatCallsWithoutARecordedEndCompleted() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 9_000, HandmadeJob.exit(0)).rank(1, 9_000, HandmadeJob.exit(0));
        HandmadeJob.Group world = job.group("world", 0, 1).steps(5, 0, 1);
        world.call(0, "all_reduce", CallState.ENQUEUED, 60, -1).call(1, "all_reduce", CallState.UNKNOWN, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void anEmptyTraceIsNoFault() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60);
        job.group("pair", 0, 1).steps(5, 0, 1);
        assertCulprits(diagnose(job));
        assertEquals(List.of(), diagnose(job).findings());
    }

    @Test
    void anUnawaitedCallDoesNotHideALaterAbsence() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            world.call(rank, "all_reduce", CallState.ENQUEUED, 1, -1).steps(6, rank);
            if (rank != 2) {
                world.call(rank, "all_reduce", CallState.STARTED, 80, -1);
            }
        }
        assertCulprits(diagnose(job));
        Verdict verdict = diagnose(job.asleep(2, 40_000, 60_000));
        assertFinding(verdict, Cause.RANK_ABSENT, 2);
    }

    @Test
    void namesADeadRankWhoseLastCallHasNoRecordedEnd() {
        for (int culprit = 0; culprit < 4; culprit++) {
            HandmadeJob job = new HandmadeJob(4).allAlive(60_000).rank(culprit, 85, HandmadeJob.died());
            HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
            for (int rank = 0; rank < 4; rank++) {
                world.call(rank, "all_reduce", rank == culprit ? CallState.STARTED : CallState.COMPLETED, 70, 71);
                if (rank != culprit) {
                    world.call(rank, "all_reduce", CallState.STARTED, 90, -1);
                }
            }
            Verdict verdict = diagnose(job);
            assertFinding(verdict, Cause.RANK_ABSENT, culprit);
        }
    }

    @Test
    void namesTheRankThatDiedInAPartlyCompletedCall() {
        HandmadeJob job = new HandmadeJob(4).allAlive(100).rank(2, 72, HandmadeJob.died());
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        world.call(0, "all_reduce", CallState.COMPLETED, 70, 71).call(0, "all_reduce", CallState.FAILED, 80, 81);
        world.call(1, "all_reduce", CallState.FAILED, 70, 73).call(3, "all_reduce", CallState.FAILED, 70, 73);
        world.call(2, "all_reduce", CallState.STARTED, 70, -1);
        assertCulprits(diagnose(job), 2);
    }

    @Test
    void namesTheRankWhoseDeviceIsStuck() {
        for (int world = 3; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
                HandmadeJob.Group all = job.everyone();
                for (int rank = 0; rank < world; rank++) {
                    CallState state = rank == culprit ? CallState.ENQUEUED : CallState.STARTED;
                    all.steps(6, rank).call(rank, "all_reduce", state, 80, -1).call(rank, "barrier", state, 81, -1);
                }
                Verdict verdict = diagnose(job);
                assertFinding(verdict, Cause.GPU_STUCK, culprit);
            }
        }
    }

    @Test
    void isStalledIfMostDevicesDidNotStartTheCall() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group all = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            all.call(rank, "all_reduce", rank < 2 ? CallState.ENQUEUED : CallState.STARTED, 80, -1);
        }
        assertEquals(Outcome.STALLED, diagnose(job).outcome());
    }

    @Test
    void namesNeitherOfTwoRanksForANewCallOfOne() {
        HandmadeJob job = new HandmadeJob(2).allAlive(90_000);
        HandmadeJob.Group world = job.group("world", 0, 1).steps(6, 0, 1);
        world.call(0, "barrier", CallState.STARTED, 80, -1);
        assertCulprits(diagnose(job));
        HandmadeJob known = new HandmadeJob(2).allAlive(90_000);
        known.group("world", 0, 1).steps(6, 0, 1).call(0, "all_reduce", CallState.STARTED, 80, -1);
        assertCulprits(diagnose(known), 1);
    }
}
