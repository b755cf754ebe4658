package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.ranks.FirstCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job runs, and is recorded if that is possible, where the host lacks something. File systems are mounted for it alone. */
class ScarceHostIT {
    /** Runs a command with a file system of its own, and then prints the names of the files there and copies the traces. */
    private static final String MOUNTED = "mount -t tmpfs -o size=$1 none \"$0\" && shift && \"$@\"; code=$?; "
            + "ls \"$0\"; cp \"$0\"/*.trace \"$0\"/.. 2>/dev/null; exit $code";

    @TempDir
    private Path folder;

    private Path mounted;

    @BeforeEach
    void makeMountPoint() throws Exception {
        mounted = Files.createDirectory(folder.resolve("mounted"));
        Process probe = new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", mounted.toString())
                .redirectErrorStream(true)
                .start();
        String refused = new String(probe.getInputStream().readAllBytes());
        assumeTrue(probe.waitFor() == 0, "skipped: this user may mount nothing: " + refused);
    }

    private Forked forked(String... program) throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), FirstCalls.CALLS);
        return new Forked(folder).under(program).options("file=" + mounted + "/%r.trace,calls=" + calls);
    }

    private Forked withRoom(String size) throws Exception {
        return forked("unshare", "-rm", "bash", "-c", MOUNTED, mounted.toString(), size);
    }

    @Test
    void runsUnrecordedWhereTheFileSystemIsTooSmall() throws Exception {
        try (Forked process = withRoom("1m")) {
            Forked.Result result =
                    process.run(1, FirstCalls.class, "interrupted").get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals(
                    "rollcall: not recording: cannot create " + mounted
                            + "/0.trace: No space left on device; the job runs on\n",
                    result.err());
            assertEquals("1\n", result.out(), "the incomplete file is deleted");
        }
    }

    /** Every byte of the trace has its place from the start. */
    @Test
    void recordsOnWhenTheFileSystemBecomesFull() throws Exception {
        try (Forked process = withRoom("16m")) {
            Path filler = mounted.resolve("filler");
            Forked.Result result =
                    process.run(1, FirstCalls.class, "full", filler.toString()).get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals(1, result.err().lines().count(), result.err());
            assertEquals("1001\n0.trace\nfiller\n", result.out());
            Traces trace = Traces.open(folder.resolve("0.trace"));
            assertEquals(1001, trace.calls().size());
            assertTrue(trace.calls().stream().allMatch(call -> call.completed() && call.stack() > 0));
        }
    }

    @Test
    void recordsWithoutProc() throws Exception {
        try (Forked process = forked("unshare", "-rm", "bash", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "bash")
                // Without /proc, the launcher does not find its library.
                .environment("LD_LIBRARY_PATH", System.getProperty("java.home") + "/lib")) {
            Forked.Result result =
                    process.run(1, FirstCalls.class, "interrupted").get(0);
            assertEquals(0, result.exitCode(), result.err());
            Traces trace = Traces.open(mounted.resolve("0.trace"));
            assertEquals(1, trace.calls().size());
            assertEquals("", trace.trace().identity().commandLine());
        }
    }
}
