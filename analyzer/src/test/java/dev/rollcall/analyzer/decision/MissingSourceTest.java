package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.SimulatedJob.Source;
import dev.rollcall.analyzer.decision.SimulatedJob.Step;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Simulated jobs of which some ranks have no trace or dump. */
class MissingSourceTest {
    private static final int JOBS = 60;
    private static final int STEPS = 6;

    private static int depth(Random dice) {
        return dice.nextBoolean() ? 1 : 1 + dice.nextInt(4);
    }

    private static long silence(Source source) {
        return source == Source.TRACE ? 90_000 : 0;
    }

    @Test
    void suspectsTheOnlyRankWithoutASourceForWhichAllOthersWait() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("only one missing");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.withWorld(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                job.stop(culprit, job.within(dice, culprit))
                        .hang(dice, depth(dice), silence(source))
                        .without(culprit);
                Verdict verdict = family.check(job, source, Set.of(culprit), false, seed);
                assertEquals(List.of(culprit), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
            }
        }
    }

    @Test
    void followsChainsOfWaitsToTheOnlyRankWithoutASource() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("one missing of a grid");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.grid(3 + dice.nextInt(2), 3 + dice.nextInt(2), STEPS);
                int culprit = dice.nextInt(job.world());
                job.stop(culprit, job.within(dice, culprit))
                        .hang(dice, depth(dice), silence(source))
                        .without(culprit);
                family.check(job, source, Set.of(culprit), false, seed);
            }
            family.assertRight(60, 0);
        }
    }

    @Test
    void namesTheRankThatDivergedAndNotTheOneWithoutASource() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("missing, another diverged");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                int missing = job.other(dice, culprit);
                List<Step> program = job.program(culprit);
                int at = job.within(dice, culprit);
                Step due = program.get(at);
                if (dice.nextBoolean()) {
                    program.set(at, new Step(due.group(), SimulatedJob.reduce(2048), due.line()));
                } else {
                    job.stop(culprit, at);
                }
                job.hang(dice, depth(dice), silence(source)).without(missing);
                family.check(job, source, Set.of(culprit), false, seed);
            }
            family.assertRight(58, 1);
        }
    }

    @Test
    void accusesNobodyIfSeveralRanksHaveNoSource() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("several missing");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.withWorld(dice, STEPS);
                int culprit = dice.nextInt(job.world());
                job.stop(culprit, job.within(dice, culprit)).hang(dice, depth(dice), silence(source));
                Set<Integer> missing = new TreeSet<>(Set.of(culprit));
                int count = 2 + dice.nextInt(job.world() - 2);
                while (missing.size() < count) {
                    missing.add(dice.nextInt(job.world()));
                }
                missing.forEach(job::without);
                Verdict verdict = family.check(job, source, Set.of(culprit), false, seed);
                assertTrue(
                        verdict.culprits().isEmpty() && missing.containsAll(verdict.suspects()),
                        "seed " + seed + ": " + verdict.suspects() + " " + verdict.summary());
            }
        }
    }

    @Test
    void namesNobodyIfAllOthersHaveFinished() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("missing, nobody waits");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.random(dice, STEPS);
                boolean exited = dice.nextBoolean();
                if (exited) {
                    job.ranks().forEach(rank -> job.ending(rank, HandmadeJob.exit(0)));
                }
                job.hang(dice, depth(dice), silence(source)).without(dice.nextInt(job.world()));
                Verdict verdict = family.check(job, source, Set.of(), false, seed);
                assertEquals(List.of(), verdict.named(), "seed " + seed + ": " + verdict.summary());
            }
        }
    }

    /** A rank without a source is no member of the group in which all wait. */
    @Test
    void namesTheMemberThatStoppedAndNotAnOutsiderWithoutASource() {
        for (Source source : Source.values()) {
            SimulatedFamily family = new SimulatedFamily("missing outsider");
            for (long seed = 0; seed < JOBS; seed++) {
                Random dice = new Random(seed);
                SimulatedJob job = SimulatedJob.rows(2 + dice.nextInt(3), 3 + dice.nextInt(3), 2 * STEPS);
                int culprit = dice.nextInt(job.world());
                List<Integer> row = job.members(job.program(culprit).get(0).group());
                int missing = job.other(dice, row.toArray(Integer[]::new));
                job.stop(culprit, job.within(dice, culprit))
                        .hang(dice, depth(dice), silence(source))
                        .without(missing);
                Verdict verdict = family.check(job, source, Set.of(culprit), false, seed);
                assertTrue(!verdict.named().contains(missing), "seed " + seed + ": " + verdict.summary());
            }
            family.assertRight(60, 0);
        }
    }
}
