package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.ranks.FirstCalls;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on btrfs, where a change of a mapped trace would end them once the disk is full: nothing is recorded. */
class CopyOnWriteIT {
    private static final long IMAGE_BYTES = 128L << 20;
    private static final Path TRACE = Path.of("src/test/resources/dev/rollcall/trace/every-event.trace");

    @TempDir
    private static Path built;

    private static Path mounted;

    @TempDir
    private Path folder;

    private Path older;

    @BeforeAll
    static void mount() throws IOException, InterruptedException {
        Path image = built.resolve("image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(IMAGE_BYTES);
        }
        Path point = Files.createDirectory(built.resolve("mounted"));
        assumeDone("mkfs.btrfs", "-q", image.toString());
        assumeDone("mount", "-o", "loop", image.toString(), point.toString());
        mounted = point;
    }

    @AfterAll
    static void unmount() throws IOException, InterruptedException {
        if (mounted != null) {
            assertEquals("", output(new ProcessBuilder("umount", mounted.toString()).start()));
        }
    }

    private static void assumeDone(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = output(process);
            assumeTrue(process.exitValue() == 0, "skipped: " + command[0] + " failed: " + output);
        } catch (IOException e) {
            assumeTrue(false, "skipped: " + e.getMessage());
        }
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return output;
    }

    /** Leaves an older trace, which a new one would replace. */
    @BeforeEach
    void leaveATrace() throws IOException {
        older = Files.createTempDirectory(mounted, "job").resolve("0.trace");
        Files.copy(TRACE, older);
    }

    @AfterEach
    void assertKept() throws IOException {
        try (Stream<Path> files = Files.list(older.getParent())) {
            assertEquals(List.of(older), files.toList());
        }
        assertEquals(-1, Files.mismatch(TRACE, older));
    }

    @Test
    void theAgentRecordsNothing() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), FirstCalls.CALLS);
        try (Forked process =
                new Forked(folder).options("file=" + older.resolveSibling("%r.trace") + ",calls=" + calls)) {
            Forked.Result result =
                    process.run(1, FirstCalls.class, "interrupted").get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals("1\n", result.out());
            assertEquals(
                    "rollcall: not recording: cannot create " + older
                            + ": its file system copies on write, so that a disk"
                            + " that becomes full would end the job; choose a folder on another one, such as /dev/shm, with file=; the job"
                            + " runs on\n",
                    result.err());
        }
    }

    @Test
    void thePreloadedRecorderRecordsNothing() throws Exception {
        NativeProgram program = NativeProgram.build(folder, "copies");
        NativeProgram.Run run = program.run(
                folder, "", Map.of("ROLLCALL_FILE", older.toString(), "ROLLCALL_COPIES", "all"), "peer", "2");
        assertTrue(run.errors().contains(older + ": its file system copies on write"), run.errors());
        assertEquals(List.of(), run.traces());
    }
}
