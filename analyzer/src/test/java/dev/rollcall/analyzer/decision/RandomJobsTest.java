package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.TextWidthAssert.assertFits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Randomly generated jobs; a failure names the seed that reproduces the job. */
class RandomJobsTest {
    private static final int JOBS = 300;

    /** Adds nested loops of calls from random lines, the same on all ranks. */
    private static void random(Random dice, RankScript script, String caller, int depth) {
        int statements = 1 + dice.nextInt(4);
        for (int i = 0; i < statements; i++) {
            int line = dice.nextInt(200) + 1;
            String place = "level" + depth + ":" + line + "<" + caller;
            if (depth < 3 && dice.nextInt(3) == 0) {
                int turns = 1 + dice.nextInt(5);
                long body = dice.nextLong();
                for (int turn = 0; turn < turns; turn++) {
                    random(new Random(body), script, place, depth + 1);
                }
            } else {
                switch (dice.nextInt(3)) {
                    case 0 -> script.allReduce(1 + dice.nextInt(3), place);
                    case 1 -> script.broadcast(1 + dice.nextInt(3), place);
                    default -> script.barrier(place);
                }
            }
        }
    }

    private static JobScript.Program program(long seed) {
        return (rank, script) -> random(new Random(seed), script, "main:1", 0);
    }

    @Test
    void namesNoCulpritInAHealthyJob() {
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            int world = 2 + dice.nextInt(7);
            int cut = dice.nextInt(40);
            long program = dice.nextLong();
            long readAfter = dice.nextInt(2_000_000);
            int late = dice.nextInt(world);
            Verdict verdict = JobScript.of(world, (rank, script) -> {
                        program(program).run(rank, script);
                        int keep = Math.min(script.calls.size(), cut + (rank == late ? 0 : 1));
                        script.calls.subList(keep, script.calls.size()).clear();
                    })
                    .ring(1 + dice.nextInt(60))
                    .readAfter(readAfter)
                    .diagnose();
            assertEquals(List.of(), verdict.culprits(), "seed " + seed + ": " + verdict.summary());
        }
    }

    @Test
    void neverNamesAnInnocentRankIfThereIsAMajority() {
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            int world = 3 + dice.nextInt(6);
            int culprit = dice.nextInt(world);
            Verdict verdict = diverging(dice, world, culprit).diagnose();
            boolean innocent =
                    verdict.culprits().isEmpty() || verdict.culprits().equals(List.of(culprit));
            assertTrue(
                    innocent,
                    "seed " + seed + " culprit " + culprit + ": " + verdict.culprits() + " " + verdict.summary());
        }
    }

    @Test
    void textFitsIntoATerminal() {
        TextReport report = new TextReport(Ink.PLAIN, 80, new SourceTree(List.of()));
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            int world = 2 + dice.nextInt(100);
            assertFits(report.print(
                    List.of(diverging(dice, world, dice.nextInt(world)).diagnose())));
        }
    }

    @Test
    void picturesSayWhatTheSentenceSays() {
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            int world = 2 + dice.nextInt(7);
            Verdict verdict = diverging(dice, world, dice.nextInt(world)).diagnose();
            PictureAssert.assertAgrees(verdict, "seed " + seed + ": " + verdict.summary());
        }
    }

    @Test
    void verdictDoesNotDependOnTheOrderOfTraces() {
        for (long seed = 0; seed < JOBS; seed++) {
            int world = 2 + (int) seed % 7;
            int culprit = (int) seed % world;
            Verdict expected = diverging(new Random(seed), world, culprit).diagnose();
            Verdict shuffled = diverging(new Random(seed), world, culprit)
                    .shuffled(new Random(seed))
                    .diagnose();
            assertEquals(expected.summary(), shuffled.summary(), "seed " + seed);
            assertEquals(expected.culprits(), shuffled.culprits(), "seed " + seed);
        }
    }

    /** Returns a random job in which one rank diverges in a random way at a random call. */
    static JobScript diverging(Random dice, int world, int culprit) {
        long program = dice.nextLong();
        int kind = dice.nextInt(4);
        double where = dice.nextDouble();
        boolean blocking = dice.nextBoolean();
        return JobScript.of(world, (rank, script) -> {
                    program(program).run(rank, script);
                    if (rank == culprit && !script.calls.isEmpty()) {
                        diverge(script, kind, (int) (where * script.calls.size()));
                    }
                })
                .blocking(blocking);
    }

    private static void diverge(RankScript script, int kind, int at) {
        List<RankScript.Planned> rest = new ArrayList<>(script.calls.subList(at, script.calls.size()));
        script.calls.subList(at, script.calls.size()).clear();
        switch (kind) {
            case 0 -> script.barrier("surprise:500<main:1");
            case 1 -> rest.remove(0);
            case 2 -> script.allReduce(77, "surprise:501<main:1");
            default -> {
                script.fail("IllegalStateException", "surprise:502<main:1");
                rest.clear();
            }
        }
        script.calls.addAll(rest);
    }
}
