package dev.rollcall.analyzer.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Traces cut at any byte: what they still hold is used, and no innocent rank is accused. */
class TruncatedTraceTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int EVERY = 64;
    private static final int SAMPLES = 60;
    private static final int STRINGS = 1000;

    @TempDir
    Path folder;

    /** Returns all small lengths, those around block ends, and random ones, half of them among the strings at the end. */
    private static TreeSet<Integer> lengths(byte[] bytes, long seed) {
        int whole = bytes.length;
        int used = whole;
        while (bytes[used - 1] == 0) {
            used--;
        }
        TreeSet<Integer> lengths = new TreeSet<>();
        for (int length = 0; length < EVERY; length++) {
            lengths.add(length);
        }
        for (int block = 4096; block < whole; block += 4096) {
            lengths.addAll(java.util.List.of(block - 1, block, block + 1));
        }
        lengths.add(whole - 1);
        Random random = new Random(seed);
        for (int i = 0; i < SAMPLES; i++) {
            lengths.add(random.nextInt(whole));
            lengths.add(used - random.nextInt(STRINGS));
        }
        return lengths;
    }

    private interface Check {
        void verdict(int exitCode, JsonNode verdict, String where);
    }

    private void atEveryLength(Path job, int rank, Check check) throws IOException {
        Path file = RecordedJob.trace(job, rank);
        byte[] bytes = Files.readAllBytes(file);
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        for (int length : lengths(bytes, seed)) {
            Files.write(file, Arrays.copyOf(bytes, length));
            String where = "rank " + rank + " cut to " + length + " of " + bytes.length + " bytes, seed " + seed + ": ";
            CommandLineRun run = CommandLineRun.of("analyze", "--format", "json", job);
            assertEquals("", run.err(), where);
            JsonNode json = new ObjectMapper().readTree(run.out());
            assertEquals(1, json.at("/coverage/unreadable").size(), where + run.out());
            check.verdict(run.exitCode(), json, where + run.out());
            CommandLineRun shown = CommandLineRun.of("show", "--format", "json", file);
            assertEquals(shown.exitCode() != 0, shown.err().startsWith("rollcall: "), where + shown);
            assertTrue(
                    shown.exitCode() == ExitCode.UNUSABLE
                            || shown.json().at("/processes/0/missing").size() > 0,
                    where + shown);
        }
    }

    @Test
    void namesTheCulpritHoweverMuchOfAnInnocentTraceIsLeft() throws IOException {
        Path job = RecordedJob.hung(folder, "hung");
        atEveryLength(job, 2, (exitCode, verdict, where) -> {
            assertEquals("[0]", verdict.at("/culprits").toString(), where);
            assertEquals(1, exitCode, where);
        });
    }

    @Test
    void namesNoOtherRankHoweverMuchOfTheCulpritsTraceIsLeft() throws IOException {
        Path job = RecordedJob.hung(folder, "hung");
        atEveryLength(job, 0, (exitCode, verdict, where) -> {
            String culprits = verdict.at("/culprits").toString();
            assertTrue(culprits.equals("[]") || culprits.equals("[0]"), where);
            assertTrue(exitCode == 1 || exitCode == 3, where);
        });
    }

    @Test
    void namesNoCulpritInAHealthyJob() throws IOException {
        Path job = RecordedJob.healthy(folder, "well");
        atEveryLength(job, 1, (exitCode, verdict, where) -> {
            assertEquals("[]", verdict.at("/culprits").toString(), where);
            assertTrue(exitCode == 0 || exitCode == 3, where);
        });
    }

    @Test
    void doesNotBlameTheRingForCallsLostWithTheFile() throws IOException {
        Path job = RecordedJob.hung(folder, "hung");
        Path file = RecordedJob.trace(job, 0);
        byte[] bytes = Files.readAllBytes(file);
        boolean gone = false;
        for (int length = bytes.length - 4096; length > 0; length -= 4096) {
            Files.write(file, Arrays.copyOf(bytes, length));
            String shown = CommandLineRun.of("show", file).out();
            String verdict = CommandLineRun.of("analyze", job).out();

            assertFalse((shown + verdict).matches("(?s).*(\\bring\\b|overwritten).*"), shown + verdict);
            JsonNode process =
                    CommandLineRun.of("show", file, "--format", "json").json().at("/processes/0");
            if (!gone
                    && process.at("/communicators").size() > 0
                    && process.at("/calls").isEmpty()) {
                gone = true;
                TEXTS.verify("show", shown.replace(folder.toString(), "FOLDER"));
                TEXTS.verify(
                        "analyze",
                        verdict.lines()
                                .filter(line -> line.startsWith("  Rank 0: "))
                                .collect(joining("\n")));
            }
        }
        assertTrue(gone, "no length leaves the communicator without its calls");
    }
}
