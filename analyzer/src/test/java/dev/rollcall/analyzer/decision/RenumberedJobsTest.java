package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.model.CodeStructure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rank number is no evidence: the verdict on a job with other rank numbers is the same verdict with other numbers. A failure
 * names the seed that reproduces the job.
 */
class RenumberedJobsTest {
    private static final int JOBS = 40;
    private static final int WORLD = 6;
    private static final int[] REACHES = {1, 4, Integer.MAX_VALUE};

    @ParameterizedTest
    @EnumSource
    void theCauseIsTheSameOnEachRank(MisjudgedJob.Family family) {
        for (long seed = 0; seed < JOBS; seed++) {
            MisjudgedJob job = family.job(new Random(seed));
            int reach = REACHES[(int) seed % REACHES.length];
            for (boolean stacks : new boolean[] {false, true}) {
                for (CodeStructure code : List.of(CodeStructure.UNKNOWN, job.code())) {
                    Renumbering.assertSame(
                            job.script(WORLD, 0, stacks).reaching(reach).diagnose(code),
                            job.script(WORLD, 5, stacks).reaching(reach).diagnose(code),
                            List.of(5, 0, 1, 2, 3, 4),
                            "seed " + seed + (stacks ? ", stacks" : "") + ", reach " + reach);
                }
            }
        }
    }

    @Test
    void theVerdictOnARandomJobIsTheSame() {
        for (long seed = 0; seed < 300; seed++) {
            int world = 2 + (int) seed % 7;
            int culprit = (int) seed % world;
            List<Integer> numbers =
                    new ArrayList<>(IntStream.range(0, world).boxed().toList());
            Collections.shuffle(numbers, new Random(seed));
            Renumbering.assertSame(
                    RandomJobsTest.diverging(new Random(seed), world, culprit).diagnose(),
                    RandomJobsTest.diverging(new Random(seed), world, numbers.get(culprit))
                            .diagnose(),
                    numbers,
                    "seed " + seed);
        }
    }
}
