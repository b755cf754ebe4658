package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rollcall.samples.launch.RunPlan;
import dev.rollcall.samples.launch.RunningJob;
import dev.rollcall.samples.launch.SampleRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@RealRanks
class SampleVerdictIT {

    @TempDir
    private Path folder;

    private static void assertExpected(int worldSize, SharedRuns.SharedRun shared) {
        SampleRun run = shared.run();
        assertNotEquals(RunningJob.State.OUT_OF_TIME, run.state());
        assertEquals(List.of(), run.misses(), run.result()::toString);
        assertEquals(worldSize, shared.traces());
    }

    private static void assertExpected(RunPlan plan) throws Exception {
        assertExpected(plan.worldSize(), SharedRuns.run(plan));
    }

    @ParameterizedTest
    @EnumSource
    void isAsExpectedWithFourRanks(Sample sample) throws Exception {
        assertExpected(SharedRuns.RANKS, SharedRuns.of(sample, folder));
    }

    /** Where the rendezvous, or no majority, may make a difference: rank 0, and jobs of two ranks. */
    @ParameterizedTest(name = "{0}, {1} ranks, culprit {2}")
    @CsvSource({
        "CHECKPOINT_BARRIER, 2, 0",
        "EVALUATION_METRIC, 3, 2",
        "SKIPPED_BATCH, 6, 3",
        "UNEVEN_BATCHES, 2, 0",
        "STUCK_OUTSIDE, 3, 0",
        "CRASHED_RANK, 2, 0",
        "ORDER_SWAP, 3, 0",
        "OPERATION_MISMATCH, 2, 0",
        "VALIDATION_SCORE, 2, 0",
        "KILLED_RANK, 2, 0",
        "SIZE_MISMATCH, 2, 1",
        "ROOT_MISMATCH, 3, 2",
        "CROSSED_GROUPS, 2, 0",
        "DEAD_STAGE, 2, 1",
        "NEVER_JOINED, 3, 2",
        "STALE_ATTEMPT, 3, 0",
        "GROUP_ORDER, 2, 1",
        "LOST_SEND, 2, 0",
        "EARLY_WRITE, 3, 0",
        "BALANCED_BRANCH, 2, 1"
    })
    void isAsExpectedWhereverTheCulpritIs(Sample sample, int worldSize, int culprit) throws Exception {
        assertExpected(RunPlan.of(sample, worldSize, folder).withCulprit(culprit));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNEVEN_BATCHES", "HEALTHY"})
    void isAsExpectedWhenTheRingHasWrapped(Sample sample) throws Exception {
        assertExpected(RunPlan.of(sample, 4, folder).withSteps(400).withAgentOptions(List.of("slots=64")));
    }
}
