package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.launch.Installation;
import dev.rollcall.samples.launch.ProgressPrinter;
import dev.rollcall.samples.launch.RankProcess;
import dev.rollcall.samples.launch.RunPlan;
import dev.rollcall.samples.launch.RunningJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent is invisible: a job has the same output and exit codes, and stderr has only the agent's own lines in addition. */
@RealRanks
class UnchangedJobIT {
    /** No job of this test hangs. On a busy machine ranks may stand still for seconds, which must not be taken for a hang. */
    private static final Duration NEVER_HANGS = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private RunPlan plan(Sample sample, String name) {
        return RunPlan.of(sample, 3, folder.resolve(name)).withHang(NEVER_HANGS);
    }

    private static List<RankProcess> run(RunPlan plan) throws Exception {
        try (RunningJob job = RunningJob.start(plan, Installation.current(), ProgressPrinter.silent())) {
            assertEquals(RunningJob.State.ENDED, job.watch());
            return job.ranks();
        }
    }

    /** Returns what the program printed on stderr: not the agent's lines, nor PyTorch's log, whose lines depend on timing. */
    private static List<String> programErrors(RankProcess rank) throws IOException {
        return rank.errors()
                .lines()
                .filter(line -> !line.startsWith("rollcall:") && !line.matches("\\[[IWEF]\\d{4} .*"))
                .toList();
    }

    private static void assertSame(RankProcess plain, RankProcess recorded) throws IOException {
        assertEquals(plain.exitCode(), recorded.exitCode());
        assertEquals(plain.output(), recorded.output());
        assertEquals(programErrors(plain), programErrors(recorded));
    }

    @Test
    void aJobThatEndsWellPrintsAndReturnsTheSame() throws Exception {
        List<RankProcess> plain = run(plan(Sample.HEALTHY, "plain").unrecorded());
        List<RankProcess> recorded = run(plan(Sample.HEALTHY, "recorded"));

        for (int rank = 0; rank < 3; rank++) {
            assertEquals(0, recorded.get(rank).exitCode());
            assertSame(plain.get(rank), recorded.get(rank));
        }
    }

    /** Only the rank that throws is compared: how its peers fail depends on when they notice the closed connection. */
    @Test
    void aRankThatCrashesPrintsAndReturnsTheSame() throws Exception {
        RunPlan plan = plan(Sample.CRASHED_RANK, "recorded");
        RankProcess plain = run(plan(Sample.CRASHED_RANK, "plain").unrecorded()).get(plan.culprit());
        RankProcess recorded = run(plan).get(plan.culprit());

        assertEquals(1, plain.exitCode());
        assertSame(plain, recorded);
        assertTrue(plain.errors().contains("loss is NaN"), plain.errors());
    }
}
