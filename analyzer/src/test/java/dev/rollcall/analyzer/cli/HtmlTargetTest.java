package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlTargetTest {
    @TempDir
    Path folder;

    @Test
    void writesThePageAloneToStandardOutput() throws IOException {
        CommandLineRun run = CommandLineRun.of("analyze", RecordedJob.hung(folder, "job-7"), "--html", "-");

        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith("<!DOCTYPE html>"), run.out());
        assertTrue(run.out().stripTrailing().endsWith("</html>"), run.out());
        assertTrue(run.err().startsWith("rollcall: Rank 0 "), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void writesOneThingToStandardOutput() throws IOException {
        CommandLineRun run =
                CommandLineRun.of("analyze", RecordedJob.hung(folder, "job-7"), "--html", "-", "--format", "json");

        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertTrue(run.err().contains("both write to standard output"), run.err());
    }

    @Test
    void listsSeveralJobsWorstFirst() throws IOException {
        RecordedJob.healthy(folder.resolve("a"), "job-a");
        RecordedJob.hung(folder.resolve("b"), "job-b");

        String page = CommandLineRun.of("analyze", folder, "--html", "-").out();

        String index =
                page.substring(page.indexOf("<nav"), page.indexOf("</nav>")).replaceAll("\\s+", " ");
        List<String> jobs = Pattern.compile("<li>.*?</li>")
                .matcher(index)
                .results()
                .map(job -> job.group()
                        .replaceAll("<[^>]+>", " ")
                        .replaceAll("\\s+", " ")
                        .strip())
                .toList();
        assertEquals(2, jobs.size(), index);
        assertTrue(jobs.get(0).matches("desync culprit: rank 0 Rank 0 .*Job job-b.*"), index);
        assertTrue(jobs.get(1).matches("healthy .*Job job-a.*"), index);
    }
}
