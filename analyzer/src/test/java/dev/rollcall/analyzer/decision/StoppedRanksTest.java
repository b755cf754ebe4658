package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.SimulatedJob.Source;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs whose processes a thread of their own that makes no calls, a watchdog or a timer, ended with exit code 0. */
class StoppedRanksTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int JOBS = 60;
    private static final int STEPS = 6;
    private static final Ending STOPPED = HandmadeJob.stoppedBy("watchdog");

    private static HandmadeJob job(int world, Ending ending) {
        HandmadeJob job = new HandmadeJob(world);
        IntStream.range(0, world).forEach(rank -> job.rank(rank, 90_000, ending));
        return job;
    }

    private static int[] ranks(int count) {
        return IntStream.range(0, count).toArray();
    }

    /** Of two to six ranks, each number waits in a call that the others lack, or in the creation of a group; the call is new or not. */
    static Stream<Arguments> waits() {
        return IntStream.rangeClosed(2, 6)
                .boxed()
                .flatMap(world -> IntStream.rangeClosed(1, world)
                        .boxed()
                        .flatMap(waiting -> Stream.of("all_reduce", "broadcast", "creation")
                                .map(call -> Arguments.of(world, waiting, call))));
    }

    private static Verdict verdict(int world, int waiting, String call, Ending ending) {
        HandmadeJob job = job(world, ending);
        HandmadeJob.Group all = job.everyone().steps(5, ranks(world));
        for (int rank = 0; rank < waiting; rank++) {
            if (call.equals("creation")) {
                job.group("sub", IntStream.range(0, world).boxed().toArray(Integer[]::new))
                        .joining(rank, 60);
            } else {
                all.call(rank, call, CallState.STARTED, 60, -1);
            }
        }
        return new Diagnosis().of(job.job());
    }

    @ParameterizedTest
    @MethodSource("waits")
    void areJudgedAsIfTheyWereStillAlive(int world, int waiting, String call) {
        Function<Verdict, List<Object>> judged = verdict -> List.of(
                verdict.outcome(),
                verdict.culprits(),
                verdict.suspects(),
                verdict.findings().stream().map(finding -> finding.cause()).toList());
        assertEquals(
                judged.apply(verdict(world, waiting, call, Ending.ALIVE)),
                judged.apply(verdict(world, waiting, call, STOPPED)));
    }

    /** A thread that waits for progress, and ends the process with code 0 where it sees none, is common in jobs. */
    @Test
    void judgesAJobThatItsOwnWatchdogEndedAsOneThatStillHangs() {
        SimulatedFamily family = new SimulatedFamily("ended by its own watchdog");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.random(dice, STEPS);
            int culprit = dice.nextInt(job.world());
            job.stop(culprit, job.within(dice, culprit));
            job.ranks().forEach(rank -> job.ending(rank, STOPPED));
            job.hang(dice, 1 + dice.nextInt(4), 90_000);
            Verdict verdict = family.check(job, Source.TRACE, Set.of(culprit), false, seed);
            assertEquals(List.of(culprit), verdict.culprits(), "seed " + seed + ": " + verdict.summary());
        }
    }

    @Test
    void accusesNobodyIfAWatchdogEndsAJobWhoseCallsAllEnded() {
        SimulatedFamily family = new SimulatedFamily("ended by its own watchdog, all calls ended");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.random(dice, STEPS);
            job.ranks().forEach(rank -> job.ending(rank, STOPPED));
            job.hang(dice, 1 + dice.nextInt(4), 90_000);
            Verdict verdict = family.check(job, Source.TRACE, Set.of(), false, seed);
            assertEquals(Outcome.HEALTHY, verdict.outcome(), "seed " + seed + ": " + verdict.summary());
        }
    }

    /** The first rank to go leaves the others in a call, if for a moment only. */
    @Test
    void accusesNobodyIfATimerEndsAJobThatMakesProgress() {
        SimulatedFamily family = new SimulatedFamily("ended by its own timer");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.random(dice, STEPS);
            int first = dice.nextInt(job.world());
            job.stop(first, job.within(dice, first));
            job.ranks().forEach(rank -> job.ending(rank, HandmadeJob.stoppedBy("timer")));
            job.hang(dice, 1 + dice.nextInt(4), 1 + dice.nextInt(900));
            Verdict verdict = family.check(job, Source.TRACE, Set.of(), true, seed);
            assertEquals(List.of(), verdict.named(), "seed " + seed + ": " + verdict.summary());
        }
    }

    /** A monitor that exits while its rank's main thread is between two calls leaves the others waiting for good. */
    @Test
    void namesTheRankThatAThreadOfItsOwnEndedWhileOthersWait() {
        SimulatedFamily family = new SimulatedFamily("ended by a monitor, others wait");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.random(dice, STEPS);
            int culprit = dice.nextInt(job.world());
            job.stop(culprit, job.within(dice, culprit))
                    .ending(culprit, HandmadeJob.stoppedBy("monitor"))
                    .hang(dice, 1 + dice.nextInt(4), 90_000);
            Verdict verdict = family.check(job, Source.TRACE, Set.of(culprit), false, seed);
            assertEquals(List.of(culprit), verdict.named(), "seed " + seed + ": " + verdict.summary());
        }
    }

    /** The others' timers may be longer ones. */
    @Test
    void accusesNobodyIfTimersEndTheRanksFarApart() {
        Map<Integer, Outcome> outcomes = Map.of(
                1, Outcome.PROGRESSING, 4, Outcome.PROGRESSING, 8, Outcome.INCONCLUSIVE, 60, Outcome.INCONCLUSIVE);
        outcomes.forEach((seconds, outcome) -> {
            HandmadeJob job = job(4, STOPPED).rank(3, 100, STOPPED);
            IntStream.range(0, 3).forEach(rank -> job.rank(rank, 100 + 1000L * seconds, STOPPED));
            HandmadeJob.Group all = job.everyone().steps(10, ranks(4));
            IntStream.range(0, 3).forEach(rank -> all.call(rank, "all_reduce", CallState.STARTED, 100, -1));
            assertNoCulprit(outcome, new Diagnosis().of(job.job()));
        });
    }

    /** Only the ranks that wait are stopped; the one that never comes lives on. */
    @Test
    void accusesTheRankForWhichTheStoppedOnesHadWaited() {
        HandmadeJob job = job(4, STOPPED).rank(3, 200_000, Ending.ALIVE);
        HandmadeJob.Group all = job.everyone().steps(10, ranks(4));
        IntStream.range(0, 3).forEach(rank -> all.call(rank, "all_reduce", CallState.STARTED, 100, -1));
        assertCulprits(new Diagnosis().of(job.job()), 3);
    }

    /** One rank has no timer, or its timer does not work: it waits for good for those that are gone. */
    @Test
    void accusesNoRankThatAJobsTimerEndedWhereOneRankLivesOn() {
        HandmadeJob job = job(8, STOPPED).rank(0, 100, STOPPED).rank(7, 130_000, Ending.ALIVE);
        IntStream.range(1, 7).forEach(rank -> job.rank(rank, 2_000, STOPPED));
        HandmadeJob.Group all = job.everyone().steps(10, ranks(8));
        IntStream.range(1, 8).forEach(rank -> all.call(rank, "all_reduce", CallState.STARTED, 100, -1));
        assertNoCulprit(Outcome.INCONCLUSIVE, new Diagnosis().of(job.job()));
    }

    /** A health check ends its rank before that has entered a group. */
    @Test
    void accusesTheRankThatWasStoppedBeforeItJoinedTheFirstGroup() {
        HandmadeJob job = new HandmadeJob(4).allAlive(600_000).rank(started(3, 0, 20_000));
        HandmadeJob.Group all = job.everyone();
        IntStream.range(0, 3).forEach(rank -> all.joining(rank, 1_000));
        assertCulprits(new Diagnosis().of(job.job()), 3);
    }

    private static Rank started(int number, long at, long lastAlive) {
        return new Rank(
                number,
                "host",
                100 + number,
                number + ".trace",
                HandmadeJob.time(at),
                STOPPED,
                HandmadeJob.time(lastAlive),
                true,
                List.of(),
                List.of());
    }

    /** The program runs in a thread that makes no calls, and ends while a server's receive is open, as always. */
    @Test
    void accusesNobodyIfAListenersReceiveIsOpenWhenADriverEndsTheProgram() {
        HandmadeJob job = job(3, HandmadeJob.stoppedBy("Driver"));
        HandmadeJob.Group all = job.everyone().steps(5, ranks(3)).in("listener");
        all.half(0, "recv", 1, CallState.STARTED, 60);
        assertNoCulprit(Outcome.HEALTHY, new Diagnosis().of(job.job()));
    }

    /** An error of its own stays one, whatever was stopped before in another group. */
    @Test
    void keepsTheErrorOfARankThatFailedByItself() {
        HandmadeJob job = job(3, STOPPED).rank(2, 10, STOPPED);
        HandmadeJob.Group pair = job.group("pair", 0, 1).steps(5, 0, 1);
        pair.failed(1, "all_reduce", "CUDA error: an illegal memory access was encountered", 60, 100)
                .call(0, "all_reduce", CallState.STARTED, 60, -1);
        job.group("alone", 2).steps(1, 2);
        Verdict verdict = new Diagnosis().of(job.job());
        assertTrue(verdict.summary().contains("illegal memory access"), verdict.summary());
    }

    /** What a library reports when the first process is gone. */
    @Test
    void accusesNobodyIfCallsFailInTheMomentInWhichATimerEndsAllRanks() {
        HandmadeJob job =
                new HandmadeJob(3).rank(0, 100, STOPPED).rank(1, 300, STOPPED).rank(2, 300, STOPPED);
        HandmadeJob.Group all = job.everyone().steps(10, ranks(3));
        all.failed(1, "all_reduce", "Connection closed by peer", 100, 107)
                .failed(2, "all_reduce", "asynchronous error 6 (ncclRemoteError)", 100, 108);
        assertNoCulprit(Outcome.PROGRESSING, new Diagnosis().of(job.job()));
    }

    /** A monitor ends its process by mistake; the others, whose calls fail, handle that and exit with code 0 themselves. */
    @Test
    void accusesTheRankWhoseEndBrokeTheOthersCalls() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 100, STOPPED)
                .rank(1, 300, HandmadeJob.exit(0))
                .rank(2, 300, HandmadeJob.exit(0));
        HandmadeJob.Group all = job.everyone().steps(10, ranks(3));
        IntStream.of(1, 2).forEach(rank -> all.failed(rank, "all_reduce", "Connection closed by peer", 100, 107));
        Verdict verdict = new Diagnosis().of(job.job());
        assertCulprits(verdict, 0);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
