package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.SimulatedJob.Source;
import dev.rollcall.analyzer.decision.SimulatedJob.Step;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Simulated jobs in which one rank, or one side, is ahead of the others or behind them. */
class OneAgainstManyTest {
    private static final int JOBS = 30;
    private static final int STEPS = 6;
    private static final List<Source> DUMPS = List.of(Source.TIMED_DUMP, Source.BARE_DUMP);

    private static int depth(Random dice) {
        return dice.nextBoolean() ? 1 : 1 + dice.nextInt(4);
    }

    @Test
    void suspectsTheOneRankThatIsBehind() {
        for (Source source : DUMPS) {
            SimulatedFamily family = new SimulatedFamily("one behind");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                job.stop(culprit, 4 + dice.nextInt(job.program(culprit).size() - 5))
                        .hang(dice, depth(dice), 0);
                Verdict verdict = family.check(job, source, Set.of(culprit), false, seed);
                assertEquals(List.of(culprit), verdict.named(), "seed " + seed + ": " + verdict.summary());
            }
        }
    }

    /** 18 calls against three times 17. */
    @Test
    void suspectsTheOneRankThatIsAhead() {
        for (Source source : DUMPS) {
            SimulatedFamily family = new SimulatedFamily("one ahead");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.withWorld(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                job.program(culprit).add(new Step("world", SimulatedJob.reduce(8), 77));
                job.hang(dice, depth(dice), 0);
                Verdict verdict = family.check(job, source, Set.of(culprit), false, seed);
                assertEquals(List.of(culprit), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
            }
        }
    }

    @Test
    void accusesNobodyInAHealthyJobThatGoesOn() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("healthy, at one moment");
            for (long seed = 0; seed < 2 * JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, 2 * STEPS);
                job.live(dice, depth(dice), 10 + dice.nextInt(20 * job.world()));
                Verdict verdict = family.check(job, source, Set.of(), true, seed);
                assertEquals(
                        source == Source.TRACE && job.anyPending(),
                        verdict.outcome() == Outcome.PROGRESSING,
                        "seed " + seed + ": " + verdict.summary());
            }
        }
    }

    @Test
    void accusesNobodyInAHealthyJobWhoseSourcesWereReadAtDifferentMoments() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("healthy, moments apart");
            for (long seed = 0; seed < 2 * JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, 2 * STEPS);
                job.live(dice, depth(dice), 40 + dice.nextInt(20 * job.world()));
                int early = 1 + dice.nextInt(job.world() - 1);
                for (int i = 0; i < early; i++) {
                    job.readBefore(dice.nextInt(job.world()), 1 + dice.nextInt(30));
                }
                family.check(job, source, Set.of(), true, seed);
            }
        }
    }

    /** As many ranks stop before a call as make it: either side may be wrong. */
    @Test
    void suspectsOneOfEachSideOfATie() {
        for (Source source : DUMPS) {
            for (boolean ahead : new boolean[] {false, true}) {
                SimulatedFamily family = new SimulatedFamily(ahead ? "tie, extra call" : "tie, call left out");
                for (long seed = 0; seed < JOBS; seed++) {
                    Random dice = new Random(seed);
                    SimulatedJob job = SimulatedJob.flat(2 * (1 + dice.nextInt(4)), STEPS);
                    Set<Integer> guilty = new TreeSet<>();
                    while (guilty.size() < job.world() / 2) {
                        guilty.add(dice.nextInt(job.world()));
                    }
                    int at = 4 + dice.nextInt(job.program(0).size() - 5);
                    guilty.forEach(rank -> {
                        if (ahead) {
                            job.program(rank).add(new Step("world", SimulatedJob.reduce(8), 77));
                        } else {
                            job.stop(rank, at);
                        }
                    });
                    job.hang(dice, depth(dice), 0);
                    Verdict verdict = family.check(job, source, guilty, false, seed);
                    assertOneOfEach(job, guilty, verdict, seed);
                }
            }
        }
    }

    private static void assertOneOfEach(SimulatedJob job, Set<Integer> guilty, Verdict verdict, long seed) {
        Set<Integer> others = job.ranks();
        others.removeAll(guilty);
        assertEquals(2, verdict.suspects().size(), "seed " + seed + ": " + verdict.summary());
        assertTrue(
                verdict.suspects().stream().anyMatch(guilty::contains)
                        && verdict.suspects().stream().anyMatch(others::contains),
                "seed " + seed + ": " + verdict.suspects() + " " + verdict.summary());
    }

    @Test
    void suspectsOneOfEachSideIfHalfOfTheRanksCallSomethingElse() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("tie, another call");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.flat(2 * (1 + dice.nextInt(4)), STEPS);
                Set<Integer> guilty = new TreeSet<>();
                while (guilty.size() < job.world() / 2) {
                    guilty.add(dice.nextInt(job.world()));
                }
                int at = dice.nextInt(job.program(0).size());
                int first = dice.nextInt(2);
                // Neither size was seen before, so that no side keeps a habit.
                job.ranks()
                        .forEach(rank -> job.program(rank)
                                .set(
                                        at,
                                        new Step(
                                                "world",
                                                SimulatedJob.reduce(guilty.contains(rank) ? 50 + first : 51 - first),
                                                60)));
                job.hang(dice, 1, source == Source.TRACE ? 90_000 : 0);
                Verdict verdict = family.check(job, source, guilty, false, seed);
                assertOneOfEach(job, guilty, verdict, seed);
            }
        }
    }

    /** Nearly equal sides: no side of two or more is proven wrong, or named as if it were alone. */
    @Test
    void accusesNeitherOfNearlyEqualSides() {
        for (Source source : DUMPS) {
            SimulatedFamily family = new SimulatedFamily("nearly equal sides");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.flat(5 + 2 * dice.nextInt(4), STEPS);
                int fewer = job.world() / 2;
                boolean mostGuilty = dice.nextBoolean();
                Set<Integer> guilty = new TreeSet<>();
                while (guilty.size() < (mostGuilty ? fewer + 1 : fewer)) {
                    guilty.add(dice.nextInt(job.world()));
                }
                int at = 4 + dice.nextInt(job.program(0).size() - 5);
                guilty.forEach(rank -> job.stop(rank, at));
                job.hang(dice, depth(dice), 0);
                family.check(job, source, guilty, false, seed);
            }
            family.assertRight(25, 0);
        }
    }
}
