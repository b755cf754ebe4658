package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rollcall.samples.launch.Installation;
import dev.rollcall.samples.launch.ProgressPrinter;
import dev.rollcall.samples.launch.RunPlan;
import dev.rollcall.samples.launch.RunningJob;
import dev.rollcall.samples.launch.SampleRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@RealRanks
class SampleVerdictIT {

    private static final Duration HANG = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    private void assertExpectedVerdict(RunPlan plan) throws Exception {
        Installation installation = Installation.current();
        installation.check();

        SampleRun run = SampleRun.run(plan.withHang(HANG), installation, ProgressPrinter.silent());

        assertNotEquals(RunningJob.State.OUT_OF_TIME, run.state());
        assertEquals(List.of(), run.misses(), run.result()::toString);
        try (Stream<Path> traces = Files.list(plan.traces())) {
            assertEquals(plan.worldSize(), traces.count());
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAsExpectedWithFourRanks(Sample sample) throws Exception {
        assertExpectedVerdict(RunPlan.of(sample, 4, folder));
    }

    @ParameterizedTest(name = "{0}, {1} ranks, culprit {2}")
    @CsvSource({
        "CHECKPOINT_BARRIER, 2, 0",
        "CHECKPOINT_BARRIER, 3, 1",
        "CHECKPOINT_BARRIER, 4, 3",
        "CHECKPOINT_BARRIER, 6, 5",
        "EVALUATION_METRIC, 2, 0",
        "EVALUATION_METRIC, 3, 2",
        "EVALUATION_METRIC, 4, 2",
        "EVALUATION_METRIC, 6, 0",
        "SKIPPED_BATCH, 2, 1",
        "SKIPPED_BATCH, 3, 0",
        "SKIPPED_BATCH, 6, 3",
        "UNEVEN_BATCHES, 2, 0",
        "UNEVEN_BATCHES, 3, 1",
        "UNEVEN_BATCHES, 4, 0",
        "UNEVEN_BATCHES, 6, 5",
        "STUCK_OUTSIDE, 2, 1",
        "STUCK_OUTSIDE, 3, 0",
        "STUCK_OUTSIDE, 6, 2",
        "CRASHED_RANK, 2, 0",
        "CRASHED_RANK, 3, 1",
        "ORDER_SWAP, 2, 1",
        "ORDER_SWAP, 3, 0",
        "ORDER_SWAP, 6, 5",
        "OPERATION_MISMATCH, 2, 0",
        "OPERATION_MISMATCH, 3, 2",
        "OPERATION_MISMATCH, 4, 0",
        "OPERATION_MISMATCH, 6, 3",
        "VALIDATION_SCORE, 2, 0",
        "VALIDATION_SCORE, 6, 4",
        "EXITED_RANK, 2, 0",
        "EXITED_RANK, 3, 2",
        "KILLED_RANK, 2, 0",
        "KILLED_RANK, 6, 5",
        "SIZE_MISMATCH, 2, 1",
        "SIZE_MISMATCH, 3, 0",
        "TYPE_MISMATCH, 6, 5",
        "ROOT_MISMATCH, 2, 0",
        "ROOT_MISMATCH, 3, 2",
        "REDUCTION_MISMATCH, 2, 0",
        "REDUCTION_MISMATCH, 6, 3",
        "CROSSED_GROUPS, 2, 0",
        "CROSSED_GROUPS, 3, 2",
        "DEAD_STAGE, 2, 1",
        "DEAD_STAGE, 6, 0",
        "UNEVEN_SPLITS, 2, 0",
        "UNEVEN_SPLITS, 3, 2",
        "NEVER_JOINED, 3, 2",
        "ABSENT_RANK, 2, 1",
        "ABSENT_RANK, 3, 2",
        "ABSENT_RANK, 6, 3",
        "STALE_ATTEMPT, 2, 1",
        "STALE_ATTEMPT, 3, 0",
        "GROUP_ORDER, 2, 1",
        "GROUP_ORDER, 6, 5",
        "LOST_SEND, 2, 0",
        "LOST_SEND, 6, 5",
        "STRAGGLER, 2, 0",
        "STRAGGLER, 6, 5",
        "HEALTHY, 2, 0",
        "HEALTHY, 6, 0",
        "EARLY_WRITE, 2, 1",
        "EARLY_WRITE, 3, 0",
        "LATE_WRITE, 2, 0",
        "BALANCED_BRANCH, 2, 1",
        "BALANCED_BRANCH, 3, 2"
    })
    void isAsExpectedWhereverTheCulpritIs(Sample sample, int worldSize, int culprit) throws Exception {
        assertExpectedVerdict(RunPlan.of(sample, worldSize, folder).withCulprit(culprit));
    }

    @ParameterizedTest
    @EnumSource(names = {"CHECKPOINT_BARRIER", "UNEVEN_BATCHES", "STUCK_OUTSIDE", "HEALTHY"})
    void isAsExpectedWhenTheRingHasWrapped(Sample sample) throws Exception {
        assertExpectedVerdict(RunPlan.of(sample, 4, folder).withSteps(400).withAgentOptions(List.of("slots=64")));
    }
}
