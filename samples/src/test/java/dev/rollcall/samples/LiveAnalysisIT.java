package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.launch.Installation;
import dev.rollcall.samples.launch.JobPlan;
import dev.rollcall.samples.launch.Narrator;
import dev.rollcall.samples.launch.RankProcess;
import dev.rollcall.samples.launch.RunningJob;
import dev.rollcall.samples.launch.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RealRanks
class LiveAnalysisIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"CHECKPOINT_BARRIER", "STUCK_OUTSIDE"})
    void judgesAJobThatStillHangs(Sample sample) throws Exception {
        Installation installation = Installation.current();
        JobPlan plan = JobPlan.of(sample, 4, folder).withHang(Duration.ofSeconds(2));

        try (RunningJob job = RunningJob.start(plan, installation, Narrator.silent())) {
            RunningJob.State state = job.watch();
            Trial trial = Trial.judge(plan, installation, state);

            assertEquals(RunningJob.State.HUNG, state);
            assertTrue(job.ranks().stream().allMatch(RankProcess::alive), "every rank was alive all the time");
            assertEquals(List.of(), trial.misses(), trial.answer()::toString);
        }
    }
}
