package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generated families of jobs whose causes are easily confused; a failure names the seeds that reproduce the jobs. */
class MisjudgedJobsTest {
    private static final int JOBS = 100;
    private static final int[] REACHES = {1, 4, Integer.MAX_VALUE};

    /** What is known of calls beside their signatures. */
    private enum Known {
        SIGNATURES,
        STACKS,
        SOURCE
    }

    @ParameterizedTest
    @EnumSource
    void givesTheCauseThatTheEvidenceShows(MisjudgedJob.Family family) {
        List<String> wrong = new ArrayList<>();
        for (Known known : Known.values()) {
            for (int reach : REACHES) {
                for (long seed = 0; seed < JOBS; seed++) {
                    Random dice = new Random(seed);
                    int world = 3 + dice.nextInt(5);
                    int culprit = dice.nextInt(world);
                    MisjudgedJob job = family.job(dice);
                    Verdict verdict = job.script(world, culprit, known != Known.SIGNATURES)
                            .reaching(reach)
                            .diagnose(known == Known.SOURCE ? job.code() : CodeStructure.UNKNOWN);
                    Cause cause = verdict.findings().isEmpty()
                            ? null
                            : verdict.findings().get(0).cause();
                    boolean alike = reach < Integer.MAX_VALUE
                            && (job.alternatives().contains(cause)
                                    || known == Known.SIGNATURES && alikeWithoutLines(family, cause));
                    if (!verdict.culprits().equals(List.of(culprit)) || cause != job.cause() && !alike) {
                        wrong.add("seed " + seed + ", " + known + " known, reach " + reach + ", culprit " + culprit
                                + ": " + cause + " " + verdict.summary());
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void accusesNobodyOfTheHealthyTwins() {
        for (MisjudgedJob.Family family : MisjudgedJob.Family.values()) {
            for (long seed = 0; seed < JOBS; seed++) {
                MisjudgedJob job = family.job(new Random(seed));
                JobScript healthy = JobScript.of(4, (rank, script) -> script.calls.addAll(job.healthy()));
                assertNoCulprit(Outcome.HEALTHY, healthy.diagnose(job.code()));
            }
        }
    }

    /** Whether no line excludes a cause: a call of the same operation may be the others' with another size. */
    private static boolean alikeWithoutLines(MisjudgedJob.Family family, Cause cause) {
        return switch (family) {
            case EXTRA_AT_END_OF_OUTER_LOOP, FIRST_INNER_LOOP_SHORTER, OUTER_LOOP_SHORTER ->
                cause == Cause.SIZE_MISMATCH;
            default -> false;
        };
    }
}
