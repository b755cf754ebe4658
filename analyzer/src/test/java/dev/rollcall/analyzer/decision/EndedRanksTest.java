package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.SimulatedJob.Source;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Simulated jobs whose ranks ended, failed or have not started. */
class EndedRanksTest {
    private static final int JOBS = 60;
    private static final int STEPS = 6;
    private static final String TIMED_OUT = "Timed out waiting 30000ms for recv operation to complete";

    private static Ending ending(Random dice) {
        return dice.nextBoolean() ? HandmadeJob.died() : HandmadeJob.exit(3);
    }

    @Test
    void accusesNobodyIfRanksEndedAndNobodyWaits() {
        SimulatedFamily family = new SimulatedFamily("ended, nobody waits");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.random(dice, STEPS);
            boolean failed = dice.nextBoolean();
            job.ranks().forEach(rank -> job.ending(rank, HandmadeJob.exit(0)));
            if (failed) {
                job.ending(dice.nextInt(job.world()), HandmadeJob.exit(1));
            }
            job.hang(dice, 1 + dice.nextInt(4), 90_000);
            Verdict verdict = family.check(job, Source.TRACE, Set.of(), false, seed);
            assertEquals(List.of(), verdict.named(), "seed " + seed + ": " + verdict.summary());
            assertEquals(failed ? Outcome.INCONCLUSIVE : Outcome.HEALTHY, verdict.outcome(), "seed " + seed);
        }
    }

    @Test
    void namesTheRankThatEndedWhileOthersWait() {
        SimulatedFamily family = new SimulatedFamily("ended, others wait");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.random(dice, STEPS);
            int culprit = dice.nextInt(job.world());
            job.stop(culprit, job.within(dice, culprit))
                    .ending(culprit, ending(dice))
                    .hang(dice, 1 + dice.nextInt(4), 90_000);
            Verdict verdict = family.check(job, Source.TRACE, Set.of(culprit), false, seed);
            assertEquals(List.of(culprit), verdict.culprits(), "seed " + seed + ": " + verdict.summary());
        }
    }

    /** All that waited failed with a timeout or a closed connection; where the first rank ended is known or not. */
    @Test
    void accusesNoRankWhoseCallBrokeBecauseOfAnother() {
        for (String error : List.of(TIMED_OUT, "Connection closed by peer [127.0.0.1]:4242")) {
            for (Source source : Source.values()) {
                SimulatedFamily family = new SimulatedFamily("broken calls, " + error.substring(0, 9));
                for (long seed = 0; seed < JOBS; seed++) {
                    Random dice = new Random(seed);
                    SimulatedJob job = SimulatedJob.random(dice, STEPS);
                    int culprit = dice.nextInt(job.world());
                    job.stop(culprit, job.within(dice, culprit)).failing(error);
                    if (dice.nextBoolean()) {
                        job.ending(culprit, ending(dice));
                    }
                    job.hang(dice, 1, 35_000);
                    if (dice.nextInt(3) == 0) {
                        job.without(dice.nextBoolean() ? culprit : dice.nextInt(job.world()));
                    }
                    family.check(job, source, Set.of(culprit), false, seed);
                }
                family.assertRight(45, 0);
            }
        }
    }

    /** A process that loads classes and libraries has entered no group yet. */
    @Test
    void accusesNoRankThatIsSlowToStart() {
        SimulatedFamily family = new SimulatedFamily("slow to start");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.flat(4 + dice.nextInt(9), STEPS);
            int slow = dice.nextInt(job.world());
            job.unstarted(slow).hang(dice, 1, 1 + dice.nextInt(55_000));
            Verdict verdict = family.check(job, Source.TRACE, Set.of(), true, seed);
            assertEquals(Outcome.PROGRESSING, verdict.outcome(), "seed " + seed + ": " + verdict.summary());
        }
    }

    @Test
    void namesTheRankThatStillHasNotJoinedWhenAllOthersWaitedLong() {
        SimulatedFamily family = new SimulatedFamily("never joined");
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = SimulatedJob.flat(4 + dice.nextInt(9), STEPS);
            int culprit = dice.nextInt(job.world());
            job.unstarted(culprit).hang(dice, 1, 90_000 + dice.nextInt(60_000));
            Verdict verdict = family.check(job, Source.TRACE, Set.of(culprit), false, seed);
            assertEquals(List.of(culprit), verdict.named(), "seed " + seed + ": " + verdict.summary());
        }
    }
}
