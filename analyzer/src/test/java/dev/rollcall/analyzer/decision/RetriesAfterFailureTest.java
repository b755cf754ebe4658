package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs whose ranks try a failed call again over a connection that is broken; a failure names the seeds. */
class RetriesAfterFailureTest {
    private static final int JOBS = 50;

    @ParameterizedTest
    @EnumSource
    void changeNoVerdict(MisjudgedJob.Family family) {
        List<String> changed = new ArrayList<>();
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            int world = 3 + dice.nextInt(5);
            int culprit = dice.nextInt(world);
            MisjudgedJob job = family.job(dice);
            int most = 1 + dice.nextInt(6);
            Verdict once = job.script(world, culprit, true).breaking(-1).diagnose(job.code());
            Verdict again = job.script(world, culprit, true)
                    .breaking(-1)
                    .retrying(rank -> rank * 7 % (most + 1))
                    .diagnose(job.code());
            boolean same = once.culprits().equals(again.culprits())
                    && once.findings().get(0).cause() == again.findings().get(0).cause();
            if (!same) {
                changed.add("seed " + seed + ": " + once.summary() + " | " + again.summary());
            }
        }
        assertEquals(List.of(), changed);
    }
}
