package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.ranks.FirstCalls;
import dev.rollcall.ranks.NoCalls;
import dev.rollcall.ranks.Unloaded;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.EndEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recording begins at the first call, wherever that is made, and whatever else watches the process. */
class FirstCallIT {
    @TempDir
    private Path folder;

    private Forked forked() throws Exception {
        return new Forked(folder)
                .options("slots=32768,calls=" + Files.writeString(folder.resolve("mine.calls"), FirstCalls.CALLS));
    }

    private Traces recorded(Forked process, String... where) throws Exception {
        Forked.Result result = process.run(1, FirstCalls.class, where).get(0);
        assertEquals(0, result.exitCode(), result.err());
        assertEquals("", result.foreignErr());
        assertEquals(1, result.own().size(), result.err());
        return Traces.open(process.trace(0));
    }

    @ParameterizedTest
    @CsvSource({"static initializer, 1", "shutdown hook, 0", "interrupted, 1"})
    void recordsACallFrom(String where, int ends) throws Exception {
        try (Forked process = forked()) {
            Traces trace = recorded(process, where);
            assertEquals("1\n", process.out(0));
            assertEquals(
                    List.of("everyone 1 all_reduce 4 f32 sum completed"),
                    trace.calls().stream().map(trace::describe).toList());
            // Recording began after the process had begun to end, so nothing is known of how.
            assertEquals(ends, trace.events(EndEvent.class).size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8000})
    void recordsTheFirstCallsOfVirtualThreads(int threads) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "skipped: this JDK has no virtual threads");
        try (Forked process = forked()) {
            assertEquals(
                    threads,
                    recorded(process, "virtual", String.valueOf(threads))
                            .calls()
                            .size());
        }
    }

    @Test
    void recordsTheFirstCallsOfEightThousandThreads() throws Exception {
        try (Forked process = forked()) {
            assertEquals(8000, recorded(process, "8000").calls().size());
        }
    }

    @Test
    void recordsClassesThatAreUnloadedAndDoesNotKeepThem() throws Exception {
        try (Forked process = forked()) {
            Forked.Result result = process.run(1, Unloaded.class).get(0);
            assertEquals("40\n", result.out(), result.err());
            assertEquals(1, result.err().lines().count(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(40, trace.calls().size());
            assertTrue(trace.calls().stream().allMatch(CallEvent::completed));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordsBesideTheFlightRecorder(boolean javaFlightRecorderFirst) throws Exception {
        String option = "-XX:StartFlightRecording=filename=" + folder.resolve("job.jfr") + ",dumponexit=true";
        try (Forked process = forked()) {
            if (javaFlightRecorderFirst) {
                process.jvm(option).jvm("-Xlog:jfr*=off");
            } else {
                process.environment("JDK_JAVA_OPTIONS", option + " -Xlog:jfr*=off");
            }
            Forked.Result result =
                    process.run(1, FirstCalls.class, "static initializer").get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals(1, Traces.open(process.trace(0)).calls().size());
            assertTrue(Files.size(folder.resolve("job.jfr")) > 0);
        }
    }

    @Test
    void runsOnWhereNobodyReadsItsStandardError() throws Exception {
        try (Forked process = forked()) {
            Path pipe = folder.resolve("pipe");
            assertEquals(
                    0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
            // The shell fills the pipe, which it alone holds open, before it becomes the rank.
            process.under(
                    "bash",
                    "-c",
                    "exec 2<>" + pipe + "; dd if=/dev/zero bs=64k count=1 oflag=nonblock >&2 2>/dev/null; exec \"$@\"",
                    "bash");
            Process rank = process.start(1, FirstCalls.class, "interrupted").get(0);
            assertTrue(rank.waitFor(120, TimeUnit.SECONDS), "the process waits for a reader of its stderr");
            assertEquals(0, rank.exitValue());
            assertEquals("1\n", process.out(0));
            assertEquals(1, Traces.open(process.trace(0)).calls().size());
        }
    }

    /** A library to preload stands in for a file system that hangs: a folder is made there for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "shutdown hook", "no call"})
    void givesUpWhereTheFolderOfTheTraceHangs(String where) throws Exception {
        Path source = Files.writeString(folder.resolve("hang.c"), """
                #include <fcntl.h>
                #include <string.h>
                #include <sys/stat.h>
                #include <sys/syscall.h>
                #include <unistd.h>
                int mkdir(const char *path, mode_t mode) {
                    while (strstr(path, "hangs")) pause();
                    return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
                }
                """);
        Path library = folder.resolve("hang.so");
        Process compiler = new ProcessBuilder(
                        "sh",
                        "-c",
                        "command -v cc || exit 9; cc -shared -fPIC -o \"$0\" \"$1\"",
                        "" + library,
                        "" + source)
                .start();
        assumeTrue(compiler.waitFor() != 9, "skipped: no C compiler on this machine");
        assertEquals(0, compiler.exitValue());
        Path calls = Files.writeString(folder.resolve("mine.calls"), FirstCalls.CALLS);
        Path trace = folder.resolve("hangs/0.trace");
        try (Forked process = new Forked(folder)
                .options("file=" + trace + ",calls=" + calls)
                .environment("LD_PRELOAD", library.toString())) {
            boolean none = where.equals("no call");
            if (none) {
                // A rank of several begins before its first call, so its end has to wait.
                process.withoutLauncher().environment("RANK", "0").environment("WORLD_SIZE", "2");
            }
            Process rank = process.start(1, none ? NoCalls.class : FirstCalls.class, none ? "exit" : where)
                    .get(0);
            assertTrue(rank.waitFor(120, TimeUnit.SECONDS), "the process waits for the file system");
            assertEquals(none ? 3 : 0, rank.exitValue());
            assertEquals(none ? "no calls\n" : "1\n", process.out(0));
            assertEquals(
                    none
                            ? ""
                            : "rollcall: not recording: creating the trace takes more than 10 s; its file system may hang; the job runs"
                                    + " on\n",
                    process.err(0));
        }
    }

    @Test
    void removesOldTraces() throws Exception {
        try (Forked process = forked()) {
            recorded(process, "1");
            Path old = Files.move(process.trace(0), folder.resolve("old.trace"));
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        }
        try (Forked process = new Forked(folder).options("keep=1d,calls=" + folder.resolve("mine.calls"))) {
            assertEquals(1, recorded(process, "1").calls().size());
            assertFalse(Files.exists(folder.resolve("old.trace")));
        }
    }
}
