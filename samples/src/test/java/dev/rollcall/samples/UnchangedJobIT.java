package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.launch.Installation;
import dev.rollcall.samples.launch.ProgressPrinter;
import dev.rollcall.samples.launch.RankProcess;
import dev.rollcall.samples.launch.RunPlan;
import dev.rollcall.samples.launch.RunningJob;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent must not show: same output, same exit code, and on stderr nothing but its own lines in addition. */
@RealRanks
class UnchangedJobIT {

    @TempDir
    private Path folder;

    private List<RankProcess> run(RunPlan plan) throws Exception {
        try (RunningJob job = RunningJob.start(plan, Installation.current(), ProgressPrinter.silent())) {
            assertEquals(RunningJob.State.ENDED, job.watch());
            return job.ranks();
        }
    }

    private static String withoutTheAgentsLines(String errors) {
        return errors.lines()
                .filter(line -> !line.startsWith("rollcall:"))
                .reduce("", (before, line) -> before + line + "\n");
    }

    @Test
    void aJobThatEndsWellPrintsAndReturnsTheSame() throws Exception {
        List<RankProcess> plain =
                run(RunPlan.of(Sample.HEALTHY, 3, folder.resolve("plain")).unrecorded());
        List<RankProcess> recorded = run(RunPlan.of(Sample.HEALTHY, 3, folder.resolve("recorded")));

        for (int rank = 0; rank < 3; rank++) {
            assertEquals(0, recorded.get(rank).exitCode());
            assertEquals(plain.get(rank).output(), recorded.get(rank).output());
            assertEquals(
                    plain.get(rank).errors(),
                    withoutTheAgentsLines(recorded.get(rank).errors()));
        }
    }

    @Test
    void aRankThatCrashesPrintsAndReturnsTheSame() throws Exception {
        RunPlan plan = RunPlan.of(Sample.CRASHED_RANK, 3, folder.resolve("plain"));
        RankProcess plain = run(plan.unrecorded()).get(plan.culprit());
        RunPlan again = RunPlan.of(Sample.CRASHED_RANK, 3, folder.resolve("recorded"));
        RankProcess recorded = run(again).get(again.culprit());

        assertEquals(1, plain.exitCode());
        assertEquals(plain.exitCode(), recorded.exitCode());
        assertEquals(plain.output(), recorded.output());
        assertEquals(plain.errors(), withoutTheAgentsLines(recorded.errors()));
        assertTrue(plain.errors().contains("loss is NaN"), plain.errors());
    }
}
