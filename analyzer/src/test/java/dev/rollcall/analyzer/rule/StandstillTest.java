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

/** Ranks that are stuck while no rule says who holds them up. */
class StandstillTest {

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    @Test
    void aCallThatAllJoinedAndThatDoesNotFinishIsStalled() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(6, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            world.call(rank, "all_reduce", CallState.STARTED, 60, -1);
        }
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.STALLED, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Cause.TRANSPORT_STALLED, verdict.findings().get(0).cause());
        assertEquals(
                "Ranks 0–2 have waited for 60 s in all_reduce, call 7 on `world`, which every member has joined alike and which does not"
                        + " finish.",
                verdict.summary());
    }

    @Test
    void aRankWhoseTraceDoesNotKnowTheCommunicatorKeepsTheVerdictOpen() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2);
        world.call(0, "all_reduce", CallState.STARTED, 60, -1).call(1, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(
                "No trace tells whether rank 2 came so far, which may be where the job is stuck: ranks 0 and 1 wait in"
                        + " all_reduce, call 1 on `world`, which all ranks with a trace have joined.",
                verdict.summary());
    }

    @Test
    void membersThatNobodyKnowsKeepTheVerdictOpen() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group group = job.group("group 1", 0, 1, -1, -1).steps(5, 0, 1);
        group.call(0, "all_reduce", CallState.STARTED, 60, -1).call(1, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(
                "Ranks 0 and 1 wait in all_reduce, call 6 on `group 1` of four ranks, but the traces do not tell which others"
                        + " are in it; only two are known.",
                verdict.summary());
    }

    @Test
    void aCommunicatorOfUnknownSizeIsNotSaidToBeWhole() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        job.unknownGroup("group 1").steps(5, 0).call(0, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(
                "Rank 0 waits in all_reduce, call 6 on `group 1`, but the traces do not tell which others are in it; only one is"
                        + " known.",
                verdict.summary());
    }

    @Test
    void onlyThoseInTheCallAreSaidToWaitInIt() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group one = job.group("tp 0", 0, 1).steps(5, 0, 1);
        HandmadeJob.Group other = job.group("tp 1", 2, 3).steps(5, 2, 3);
        one.call(0, "all_reduce", CallState.STARTED, 60, -1).call(1, "all_reduce", CallState.STARTED, 60, -1);
        other.call(2, "barrier", CallState.STARTED, 60, -1).call(3, "barrier", CallState.STARTED, 60, -1);
        assertTrue(
                diagnose(job)
                        .summary()
                        .startsWith("Ranks 0 and 1 have waited for 60 s in all_reduce, call 6 on `tp 0`"),
                diagnose(job).summary());
    }

    @Test
    void ranksThatWaitBehindAStalledCallAreNotSaidToHaveJoinedIt() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(5, 0, 1, 2);
        HandmadeJob.Group pair = job.group("pair", 1, 2).steps(5, 1, 2);
        world.call(0, "barrier", CallState.STARTED, 60, -1);
        pair.call(1, "all_reduce", CallState.STARTED, 60, -1).call(2, "all_reduce", CallState.STARTED, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.STALLED, verdict.outcome());
        assertTrue(
                verdict.summary().startsWith("Ranks 1 and 2 have waited for 60 s in all_reduce, call 6 on `pair`"),
                verdict.summary());
    }

    @Test
    void aTraceThatWasReadTooEarlyAccusesNobody() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 9_000, Ending.ALIVE)
                .rank(1, 9_000, Ending.ALIVE)
                .rank(2, 60, Ending.ALIVE);
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(9, 0, 1).steps(5, 2);
        world.call(0, "all_reduce", CallState.STARTED, 90, -1).call(1, "all_reduce", CallState.STARTED, 90, -1);
        Verdict verdict = diagnose(job);
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(
                "No trace tells whether rank 2 came so far, which may be where the job is stuck: ranks 0 and 1 wait in"
                        + " all_reduce, call 10 on `world`, which all others have joined.",
                verdict.summary());
    }

    @Test
    void aJobIsNotHealthyWhereAProcessEndedWithAnErrorCode() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 60, HandmadeJob.exit(0)).rank(1, 60, HandmadeJob.exit(1));
        job.group("world", 0, 1).steps(5, 0, 1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertTrue(
                verdict.summary().contains("rank 1 did not end well: its process exited with code 1"),
                verdict.summary());
    }

    @Test
    void callsThatNobodySawEndAreNotSaidToHaveCompleted() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 9_000, HandmadeJob.exit(0)).rank(1, 9_000, HandmadeJob.exit(0));
        HandmadeJob.Group world = job.group("world", 0, 1).steps(5, 0, 1);
        world.call(0, "all_reduce", CallState.ENQUEUED, 60, -1).call(1, "all_reduce", CallState.UNKNOWN, 60, -1);
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(
                "Nothing diverged: 2 ranks, 6 calls each on 1 communicator, none still waited for.", verdict.summary());
    }

    @Test
    void anEmptyTraceBesideAHealthyJobIsNoFault() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60);
        job.group("pair", 0, 1).steps(5, 0, 1);
        assertEquals(List.of(), diagnose(job).culprits());
        assertEquals(List.of(), diagnose(job).findings());
    }

    @Test
    void aCallThatNobodyWaitedForDoesNotHideWhoIsAbsentLater() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            world.call(rank, "all_reduce", CallState.ENQUEUED, 1, -1).steps(6, rank);
            if (rank != 2) {
                world.call(rank, "all_reduce", CallState.STARTED, 80, -1);
            }
        }
        assertEquals(List.of(), diagnose(job).culprits());
        Verdict verdict = diagnose(job.asleep(2, 40_000, 60_000));
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
    }

    @Test
    void namesWhoIsGoneThoughNobodySawItsLastCallComplete() {
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
            assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
            assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
        }
    }

    @Test
    void namesWhoDiedInACallThatOnlySomeOthersGotThrough() {
        HandmadeJob job = new HandmadeJob(4).allAlive(100).rank(2, 72, HandmadeJob.died());
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        world.call(0, "all_reduce", CallState.COMPLETED, 70, 71).call(0, "all_reduce", CallState.FAILED, 80, 81);
        world.call(1, "all_reduce", CallState.FAILED, 70, 73).call(3, "all_reduce", CallState.FAILED, 70, 73);
        world.call(2, "all_reduce", CallState.STARTED, 70, -1);
        assertEquals(List.of(2), diagnose(job).culprits(), diagnose(job).summary());
    }

    @Test
    void namesTheRankWhoseDeviceDoesNotComeToACallThatAllIssued() {
        for (int world = 3; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
                HandmadeJob.Group all = job.everyone();
                for (int rank = 0; rank < world; rank++) {
                    CallState state = rank == culprit ? CallState.ENQUEUED : CallState.STARTED;
                    all.steps(6, rank).call(rank, "all_reduce", state, 80, -1).call(rank, "barrier", state, 81, -1);
                }
                Verdict verdict = diagnose(job);
                assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
                assertEquals(Cause.GPU_STUCK, verdict.findings().get(0).cause());
            }
        }
    }

    @Test
    void callsItStalledWhereMostDevicesDidNotBeginTheCall() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group all = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            all.call(rank, "all_reduce", rank < 2 ? CallState.ENQUEUED : CallState.STARTED, 80, -1);
        }
        assertEquals(Outcome.STALLED, diagnose(job).outcome());
    }

    @Test
    void ofTwoRanksNobodyIsNamedForACallThatIsNewAndThatTheOtherIsNotIn() {
        HandmadeJob job = new HandmadeJob(2).allAlive(90_000);
        HandmadeJob.Group world = job.group("world", 0, 1).steps(6, 0, 1);
        world.call(0, "barrier", CallState.STARTED, 80, -1);
        assertEquals(List.of(), diagnose(job).culprits());
        HandmadeJob known = new HandmadeJob(2).allAlive(90_000);
        known.group("world", 0, 1).steps(6, 0, 1).call(0, "all_reduce", CallState.STARTED, 80, -1);
        assertEquals(List.of(1), diagnose(known).culprits());
    }
}
