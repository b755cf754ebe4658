package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.launch.Installation;
import dev.rollcall.samples.launch.ProgressPrinter;
import dev.rollcall.samples.launch.RankProcess;
import dev.rollcall.samples.launch.RunPlan;
import dev.rollcall.samples.launch.RunningJob;
import dev.rollcall.samples.launch.SampleRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The verdict is the same during a hang, and after the ranks were ended one by one or by SIGTERM. */
@RealRanks
class TimeOfAnalysisIT {

    private static final long BETWEEN_ENDS_MILLIS = 300;

    @TempDir
    private Path folder;

    private final Installation installation = Installation.current();

    private RunningJob hang(RunPlan plan) throws Exception {
        RunningJob job = RunningJob.start(plan, installation, ProgressPrinter.silent());
        assertEquals(RunningJob.State.HUNG, job.watch());
        return job;
    }

    private void assertExpectedVerdict(RunPlan plan) throws Exception {
        SampleRun run = SampleRun.analyze(plan, installation, RunningJob.State.HUNG);

        assertEquals(List.of(), run.misses(), run.result()::toString);
    }

    @ParameterizedTest
    @EnumSource(names = {"CHECKPOINT_BARRIER", "STUCK_OUTSIDE"})
    void isTheSameOnceTheRanksWereEndedOneByOne(Sample sample) throws Exception {
        RunPlan plan = RunPlan.of(sample, 4, folder).withHang(SharedRuns.HANG);

        try (RunningJob job = hang(plan)) {
            for (RankProcess rank : job.ranks()) {
                rank.close();
                Thread.sleep(BETWEEN_ENDS_MILLIS);
            }
        }
        assertExpectedVerdict(plan);
    }

    @ParameterizedTest
    @EnumSource(names = {"CHECKPOINT_BARRIER", "STUCK_OUTSIDE"})
    void isTheSameDuringTheHangAndAfterSigterm(Sample sample) throws Exception {
        RunPlan plan = RunPlan.of(sample, 4, folder).withHang(SharedRuns.HANG);

        try (RunningJob job = hang(plan)) {
            assertExpectedVerdict(plan);
            assertTrue(job.ranks().stream().allMatch(RankProcess::alive), "every rank is still alive");

            job.ranks().forEach(RankProcess::askToEnd);
            while (job.ranks().stream().anyMatch(RankProcess::alive)) {
                Thread.sleep(BETWEEN_ENDS_MILLIS);
            }
        }
        assertExpectedVerdict(plan);
    }
}
