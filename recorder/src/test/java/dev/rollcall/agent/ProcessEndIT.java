package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.rollcall.ranks.Endings;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How processes end under the agent, with the same output and exit code as without it. */
class ProcessEndIT {
    private static final long LIMIT_MILLIS = 240_000;

    @TempDir
    private Path folder;

    @TempDir
    private Path bareFolder;

    @ParameterizedTest
    @ValueSource(strings = {"normal", "exit", "halt", "uncaught", "worker", "handled", "call"})
    void changesNeitherOutputNorExitCode(String way) throws Exception {
        try (Forked recorded = new Forked(folder);
                Forked bare = new Forked(bareFolder).withoutAgent()) {
            Forked.Result with = recorded.run(1, Endings.class, way).get(0);
            Forked.Result without = bare.run(1, Endings.class, way).get(0);
            assertEquals(without.exitCode(), with.exitCode());
            assertEquals(without.out(), with.out());
            assertEquals(withoutAddresses(without.err()), withoutAddresses(with.foreignErr() + "\n"));
            assertEquals(1, with.own().size(), with.err());
        }
    }

    /** The C++ stacks in c10d's messages hold addresses that differ from run to run. */
    private static String withoutAddresses(String text) {
        return text.strip().replaceAll("0x[0-9a-f]+", "0x");
    }

    @Test
    void recordsANormalEnd() throws Exception {
        EndEvent end = onlyEnd("normal");
        assertEquals(EndKind.NORMAL, end.kind());
        assertTrue(end.hasExitCode());
        assertEquals(0, end.exitCode());
    }

    @Test
    void recordsAnExitWithItsCodeAndLine() throws Exception {
        Traces trace = run("exit");
        EndEvent end = trace.events(EndEvent.class).get(0);
        assertEquals(EndKind.EXIT, end.kind());
        assertEquals(3, end.exitCode());
        assertEquals("case \"exit\" -> System.exit(3);", trace.line(end.stack(), Endings.class));
        assertEquals(1, trace.events(EndEvent.class).size());
    }

    @ParameterizedTest
    @CsvSource({"hanging hook, EXIT, 5", "hanging hook at the normal end, NORMAL, 0"})
    void recordsTheEndOfAProcessWhoseShutdownHookHangs(String way, EndKind kind, int exitCode) throws Exception {
        try (Forked process = new Forked(folder)) {
            Process hangs = process.start(1, Endings.class, way).get(0);
            List<EndEvent> ends = List.of();
            long limit = System.currentTimeMillis() + LIMIT_MILLIS;
            while (ends.isEmpty() && hangs.isAlive() && System.currentTimeMillis() < limit) {
                Thread.sleep(50);
                try {
                    ends = Traces.open(process.trace(0)).events(EndEvent.class);
                } catch (NoSuchFileException | TraceFormatException e) {
                    // The file is not complete yet.
                }
            }
            assertTrue(hangs.isAlive());
            assertEquals(1, ends.size(), process.err(0));
            assertEquals(kind, ends.get(0).kind());
            assertEquals(exitCode, ends.get(0).exitCode());
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
    void recordsASignalByNameAndChangesNeitherOutputNorExitCode(String signal, int exitCode) throws Exception {
        assumeFalse(
                isIgnored(exitCode - 128), () -> "skipped: this process was started with SIG" + signal + " ignored");
        try (Forked process = new Forked(folder);
                Forked bare = new Forked(bareFolder).withoutAgent()) {
            Forked.Result with = signalled(process, signal);
            Forked.Result without = signalled(bare, signal);
            assertEquals(without.exitCode(), with.exitCode());
            assertEquals(exitCode, with.exitCode());
            assertEquals(without.out(), with.out());

            Traces trace = Traces.open(process.trace(0));
            List<EndEvent> ends = trace.events(EndEvent.class);
            assertEquals(1, ends.size());
            assertEquals(EndKind.SIGNAL, ends.get(0).kind());
            assertEquals(
                    "SIG" + signal + " handler",
                    trace.trace().string(ends.get(0).thread()));
        }
    }

    /** Whether processes started from here ignore a signal, as below nohup or in the background of a shell. */
    private static boolean isIgnored(int signal) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("SigIgn:")) {
                long ignored = Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16);
                return (ignored >> signal - 1 & 1) != 0;
            }
        }
        return false;
    }

    @Test
    void anExitWithTheCodeOfASignalIsAnExit() throws Exception {
        EndEvent end = onlyEnd("exit like a signal");
        assertEquals(EndKind.EXIT, end.kind());
        assertEquals(143, end.exitCode());
    }

    @Test
    void aKilledProcessRecordsNoEnd() throws Exception {
        try (Forked process = new Forked(folder)) {
            assertEquals(137, signalled(process, "KILL").exitCode());
            assertEquals(List.of(), Traces.open(process.trace(0)).events(EndEvent.class));
        }
    }

    private static Forked.Result signalled(Forked process, String signal) throws Exception {
        Process waits = process.start(1, Endings.class, "signal").get(0);
        long limit = System.currentTimeMillis() + LIMIT_MILLIS;
        while (!process.out(0).contains("waits for a signal")) {
            if (!waits.isAlive() || System.currentTimeMillis() > limit) {
                throw new IllegalStateException(process.err(0));
            }
            Thread.sleep(50);
        }
        new ProcessBuilder("kill", "-" + signal, String.valueOf(waits.pid()))
                .start()
                .waitFor();
        return process.result(0);
    }

    @Test
    void recordsAHaltWithItsCodeAndLine() throws Exception {
        Traces trace = run("halt");
        EndEvent end = trace.events(EndEvent.class).get(0);
        assertEquals(EndKind.HALT, end.kind());
        assertEquals(4, end.exitCode());
        assertEquals("case \"halt\" -> Runtime.getRuntime().halt(4);", trace.line(end.stack(), Endings.class));
    }

    @Test
    void recordsTheExceptionThatEndsTheMainThread() throws Exception {
        Traces trace = run("uncaught");
        List<EndEvent> ends = trace.events(EndEvent.class);
        assertEquals(2, ends.size());
        EndEvent exception = ends.get(0);
        assertEquals(EndKind.UNCAUGHT_EXCEPTION, exception.kind());
        assertEquals("java.lang.IllegalStateException", trace.trace().string(exception.exception()));
        assertEquals("loss is NaN", trace.trace().string(exception.text()));
        assertEquals("main", trace.trace().string(exception.thread()));
        assertEquals(
                "case \"uncaught\" -> throw new IllegalStateException(\"loss is NaN\");",
                trace.line(exception.stack(), Endings.class));
        assertEquals(EndKind.NORMAL, ends.get(1).kind());
        assertEquals(1, ends.get(1).exitCode());
    }

    @Test
    void recordsTheExceptionThatEndsAnotherThread() throws Exception {
        Traces trace = run("worker");
        EndEvent exception = trace.events(EndEvent.class).get(0);
        assertEquals("loader", trace.trace().string(exception.thread()));
        assertEquals("no more batches", trace.trace().string(exception.text()));
        assertEquals(0, trace.events(EndEvent.class).get(1).exitCode());
    }

    @Test
    void recordsWhyACallThrewWithoutItsNativeStack() throws Exception {
        Traces trace = run("call");
        CallEvent call = trace.calls().get(0);
        assertTrue(call.failed());
        assertEquals(
                "java.lang.RuntimeException: ProcessGroupGloo::allgather: invalid output tensor list at index 0"
                        + " (expected length 1, got 2)",
                trace.trace().string(call.text()));
    }

    private EndEvent onlyEnd(String way) throws Exception {
        List<EndEvent> ends = run(way).events(EndEvent.class);
        assertEquals(1, ends.size());
        return ends.get(0);
    }

    private Traces run(String way) throws Exception {
        try (Forked process = new Forked(folder)) {
            process.run(1, Endings.class, way);
            return Traces.open(process.trace(0));
        }
    }
}
