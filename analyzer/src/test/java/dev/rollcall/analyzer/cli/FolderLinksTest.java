package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbolic links in the folders that {@code analyze} searches. */
class FolderLinksTest {
    @TempDir
    Path folder;

    @Test
    void linksToTheDumpsBesideThemChangeNothing() throws IOException {
        Path job = RecordedJob.hung(folder.resolve("job"), "hung");
        String without = CommandLineRun.of("analyze", job).out();
        Path trace = RecordedJob.trace(job, 0).getFileName();
        Files.createSymbolicLink(job.resolve("latest"), trace);
        Files.createSymbolicLink(job.resolve("latest_rank_0.trace"), trace);

        CommandLineRun run = CommandLineRun.of("analyze", job);

        assertEquals("", run.err());
        assertEquals(without, run.out());
    }

    @Test
    void namesALinkToNothingThatHasTheNameOfASource() throws IOException {
        Path job = RecordedJob.hung(folder.resolve("job"), "hung");
        for (int rank = 0; rank < RecordedJob.WORLD; rank++) {
            Files.move(RecordedJob.trace(job, rank), job.resolve("rank-" + rank));
        }
        Files.delete(job.resolve("rank-2"));
        Files.createSymbolicLink(job.resolve("rank-2"), Path.of("nowhere"));
        Files.createSymbolicLink(job.resolve("data"), Path.of("nowhere"));

        JsonNode left =
                CommandLineRun.of("analyze", job, "--format", "json").json().at("/coverage/unreadable");

        assertEquals(1, left.size(), left.toString());
        assertEquals(job.resolve("rank-2").toString(), left.at("/0/file").asText());
        assertEquals(
                "a symbolic link to a file that does not exist",
                left.at("/0/reason").asText());
    }
}
