package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.input.RecordedRank;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar as a shell uses it. */
class CommandLineIT {
    private static final long LIMIT_SECONDS = 60;
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path folder;

    private Path err;
    private Process process;

    private Process start(Path out, Object... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("rollcall.jar")));
        Arrays.stream(words).map(Object::toString).forEach(command::add);
        err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        if (out != null) {
            builder.redirectOutput(out.toFile());
        }
        process = builder.start();
        return process;
    }

    private int exitCode() throws InterruptedException {
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
        return process.exitValue();
    }

    private CommandLineRun run(Object... words) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        start(out, words);
        int exitCode = exitCode();
        return new CommandLineRun(exitCode, Files.readString(out), Files.readString(err));
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void analyzesAndShows() throws Exception {
        Path job = RecordedJob.hung(folder.resolve("traces"), "hung");

        CommandLineRun verdict = run("analyze", "--format", "json", job);
        assertEquals(1, verdict.exitCode());
        assertEquals("", verdict.err());
        assertEquals(
                "[0]",
                new ObjectMapper().readTree(verdict.out()).at("/culprits").toString());

        CommandLineRun shown = run("show", RecordedJob.trace(job, 0));
        assertEquals(0, shown.exitCode());
        assertEquals("", shown.err());
        assertTrue(shown.out().contains("6: barrier, for 30 s"), shown.out());
    }

    @Test
    void refusesWhatItCannotRead() throws Exception {
        Path absent = folder.resolve("absent");

        CommandLineRun run = run("analyze", absent);

        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertTrue(run.err().startsWith("rollcall: ") && run.err().contains(absent.toString()), run.err());
    }

    /** {@code show FILE --last all --stacks | head -1}. */
    @Test
    void endsQuietlyWhenItsReaderCloses() throws Exception {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 4096)) {
            rank.steps(rank.join("store-1", "world", 0, 1), 4000).alive(1);
            file = rank.file();
        }
        start(null, "show", file, "--last", "all", "--stacks");

        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertNotNull(lines.readLine());
        }

        assertEquals(0, exitCode());
        assertEquals("", Files.readString(err));
    }

    @Test
    void saysThatStandardOutputHasNoRoom() throws Exception {
        assumeTrue(Files.exists(FULL), "Linux has a device that is always full");
        Path job = RecordedJob.healthy(folder.resolve("traces"), "well");

        for (String format : List.of("text", "json")) {
            start(FULL, "analyze", job, "--format", format);
            assertEquals(2, exitCode());
            String message = Files.readString(err);
            assertTrue(message.startsWith("rollcall: ") && message.endsWith("No space left on device\n"), message);
        }
    }
}
