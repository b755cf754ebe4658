package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.SimulatedJob.Source;
import dev.rollcall.analyzer.decision.SimulatedJob.Step;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Simulated jobs in which a call completed on some ranks and is pending on others. */
class LaggingCompletionTest {
    private static final int JOBS = 60;
    private static final int STEPS = 6;
    private static final List<Source> DUMPS = List.of(Source.TIMED_DUMP, Source.BARE_DUMP);

    @Test
    void suspectsTheRankWhoseDeviceIsBehind() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("device behind");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                job.stuckDevice(culprit, 4 + dice.nextInt(job.program(culprit).size() - 5))
                        .hang(dice, 2 + dice.nextInt(4), source == Source.TRACE ? 90_000 : 0);
                family.check(job, source, Set.of(culprit), false, seed);
            }
            family.assertRight(53, 0);
        }
    }

    @Test
    void namesOnlyLaggingRanksIfSeveralDevicesAreBehind() {
        for (Source source : DUMPS) {
            SimulatedFamily family = new SimulatedFamily("half of the devices behind");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, STEPS);
                int from = 4 + dice.nextInt(job.program(0).size() - 5);
                Set<Integer> guilty = new TreeSet<>();
                while (guilty.size() < job.world() / 2) {
                    guilty.add(dice.nextInt(job.world()));
                }
                guilty.forEach(rank -> job.stuckDevice(rank, from));
                job.hang(dice, 2 + dice.nextInt(4), 0);
                Verdict verdict = family.check(job, source, guilty, false, seed);
                assertTrue(verdict.culprits().isEmpty(), "seed " + seed + ": " + verdict.summary());
            }
            family.assertRight(20, 0);
        }
    }

    /** One rank calls once more, or leaves a call out: equal numbers are not one call. */
    @Test
    void accusesNoRankWhoseCallsHaveOtherNumbers() {
        for (Source source : DUMPS) {
            SimulatedFamily family = new SimulatedFamily("numbers that lie");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                List<Step> program = job.program(culprit);
                int at = 4 + dice.nextInt(program.size() - 5);
                if (dice.nextBoolean()) {
                    program.add(at, new Step(program.get(at).group(), SimulatedJob.reduce(8), 77));
                } else {
                    program.remove(at);
                }
                job.hang(dice, 1 + dice.nextInt(4), 0);
                family.check(job, source, Set.of(culprit), false, seed);
            }
            family.assertRight(58, 0);
        }
    }

    /** The library has handed a call to the device on all ranks but one. */
    @Test
    void suspectsTheRankInsideTheLibrary() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("in launch");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.flat(4 + dice.nextInt(9), STEPS);
                int culprit = dice.nextInt(job.world());
                int at = 4 + dice.nextInt(job.program(culprit).size() - 5);
                job.launching(Set.of(culprit));
                job.ranks().forEach(rank -> job.stuckDevice(rank, at - 1).stop(rank, at));
                job.hang(dice, 3, source == Source.TRACE ? 90_000 : 0);
                family.check(job, source, Set.of(culprit), false, seed);
            }
            family.assertRight(60, 0);
        }
    }

    /** Where all are inside, or one never came, those inside are innocent. */
    @Test
    void suspectsNoRankInsideTheLibraryThatWaitsForOthers() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("in launch, innocent");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.flat(4 + dice.nextInt(9), STEPS);
                int culprit = dice.nextInt(job.world());
                int inside = job.other(dice, culprit);
                boolean all = dice.nextBoolean();
                int at = 4 + dice.nextInt(job.program(culprit).size() - 5);
                Set<Integer> launching = all ? job.ranks() : new TreeSet<>(Set.of(inside));
                job.launching(launching);
                if (all) {
                    job.ranks().forEach(rank -> job.stuckDevice(rank, at - 1).stop(rank, at));
                } else {
                    job.stop(culprit, at);
                }
                job.hang(dice, 1, source == Source.TRACE ? 90_000 : 0);
                Verdict verdict = family.check(job, source, all ? Set.of() : Set.of(culprit), false, seed);
                assertEquals(
                        all ? List.of() : List.of(culprit), verdict.named(), "seed " + seed + ": " + verdict.summary());
            }
        }
    }
}
