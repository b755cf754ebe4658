package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbolic links and pipes in the folders that {@code analyze} and {@code scan} search. */
class FolderLinksTest {
    private static final String TRAIN = """
            import torch.distributed as dist

            if dist.get_rank() == 0:
                dist.barrier()
            """;

    @TempDir
    Path folder;

    private Path source(String name) throws IOException {
        return Files.writeString(Files.createDirectories(folder.resolve("code")).resolve(name), TRAIN);
    }

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

    @Test
    void scanReadsEachFileOnceAndNothingOutsideOfTheFolder() throws IOException {
        Path train = source("train.py");
        Path outside = Files.writeString(folder.resolve("outside.py"), TRAIN);
        Files.createSymbolicLink(train.resolveSibling("again.py"), train.getFileName());
        Files.createSymbolicLink(train.resolveSibling("out.py"), outside);

        JsonNode result =
                CommandLineRun.of("scan", "--format", "json", train.getParent()).json();

        assertEquals(1, result.at("/findings").size(), result.toString());
        assertTrue(result.toString().contains("out.py"), result.toString());
        assertTrue(result.toString().contains("a symbolic link out of the folder"), result.toString());
    }

    @Test
    void scanNamesAPipe() throws Exception {
        Path train = source("train.py");
        Path pipe = train.resolveSibling("pipe.py");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "mkfifo makes pipes");
        assertEquals(
                0,
                new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor());

        String result = CommandLineRun.of("scan", "--format", "json", train.getParent())
                .json()
                .toString();

        assertTrue(result.contains("pipe.py"), result);
        assertTrue(result.contains("a pipe, a socket or a device, which is not opened"), result);
    }
}
