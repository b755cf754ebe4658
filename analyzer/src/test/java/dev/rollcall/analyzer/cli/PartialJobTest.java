package dev.rollcall.analyzer.cli;

import static dev.rollcall.analyzer.cli.CommandLineRun.assertUnusable;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.trace.EndKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that hold less than one whole job, or more than one. */
class PartialJobTest {
    @TempDir
    Path folder;

    @Test
    void refusesANewerFormatAndReadsTheRest() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path newer = RecordedJob.trace(folder, 3);
        byte[] bytes = Files.readAllBytes(newer);
        bytes[12] = 99;
        Files.write(newer, bytes);

        CommandLineRun run = CommandLineRun.of("analyze", folder);
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), run.out());
        String reason = "trace of a newer format: it needs a reader of version 99, this one reads up to version 1;"
                + " use a newer rollcall";
        assertTrue(run.line().contains("Not readable: " + newer + ": " + reason), run.out());
        assertTrue(run.out().contains("No trace was read of rank 3."), run.out());
        assertUnusable("cannot show " + newer + ": " + reason, "show", newer);
    }

    @Test
    void leavesOutATraceWithoutARank() throws IOException {
        Path launcher;
        try (RecordedRank process = RecordedRank.of(folder, "hung", -1, -1, 64)) {
            launcher = process.end(EndKind.EXIT, 0).file();
        }
        String reason = launcher + ": does not tell which rank it is of: it joined no communicator";
        assertUnusable("no trace tells of a rank:\n  " + reason, "analyze", folder);

        RecordedJob.hung(folder, "hung");
        CommandLineRun run = CommandLineRun.of("analyze", folder);
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), run.out());
        assertTrue(run.line().contains("Left aside: " + reason), run.out());

        CommandLineRun shown = CommandLineRun.of("show", launcher);
        assertEquals(0, shown.exitCode());
        assertTrue(shown.out().contains("  rank        not known\n"), shown.out());
        assertTrue(shown.out().endsWith("Communicators\n  none was recorded, and so no call\n"), shown.out());
    }

    @Test
    void treatsAMissingRankAsEvidence() throws IOException {
        RecordedJob.hung(folder, "hung");
        RecordedJob.lose(folder, 2);

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), run.out());
        assertTrue(run.out().contains("3 of 4 ranks were read.\n  No trace was read of rank 2.\n"), run.out());
    }

    @Test
    void namesNoCulpritIfTheCulpritsTraceIsMissing() throws IOException {
        RecordedJob.hung(folder, "hung");
        RecordedJob.lose(folder, 0);

        CommandLineRun run = CommandLineRun.of("analyze", "--format", "json", folder);

        JsonNode json = new ObjectMapper().readTree(run.out());
        assertEquals("[]", json.at("/culprits").toString());
        assertEquals("inconclusive", json.at("/verdict").asText());
        assertEquals(3, run.exitCode());
    }

    @Test
    void separatesTwoJobsInOneFolder() throws IOException {
        RecordedJob.hung(folder.resolve("mixed"), "hung");
        Path other = RecordedJob.healthy(folder.resolve("other"), "well");
        for (int rank = 0; rank < RecordedJob.WORLD; rank++) {
            Files.move(RecordedJob.trace(other, rank), folder.resolve("mixed/well-" + rank + ".trace"));
        }

        CommandLineRun run = CommandLineRun.of("analyze", folder.resolve("mixed"));

        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
        assertEquals(
                2, run.out().lines().filter(line -> line.startsWith("━━ Job ")).count(), run.out());
        assertTrue(
                run.out().contains("━━ Job hung, 4 ranks") && run.out().contains("\n" + RecordedJob.HUNG), run.out());
        assertTrue(run.out().contains("━━ Job well, 4 ranks") && run.out().contains("\nNothing diverged"), run.out());
    }

    @Test
    void warnsIfTheWorldSizeContradictsTheTraces() throws IOException {
        RecordedJob.hung(folder, "hung");

        CommandLineRun less = CommandLineRun.of("analyze", folder, "--world", 2);
        assertEquals(
                "rollcall: --world 2 contradicts the traces, which tell of 4 ranks; the verdict is for 4 ranks\n",
                less.err());
        assertEquals(1, less.exitCode());
        assertTrue(
                less.out().startsWith(RecordedJob.HUNG) && less.out().contains("4 of 4 ranks were read."), less.out());

        CommandLineRun more = CommandLineRun.of("analyze", folder, "--world", 5);
        assertEquals(
                "rollcall: --world 5 contradicts the traces, which tell of 4 ranks; the verdict is for 5 ranks\n",
                more.err());
        assertEquals(1, more.exitCode());
        assertTrue(
                more.out().startsWith(RecordedJob.HUNG) && more.out().contains("No trace was read of rank 4."),
                more.out());

        assertEquals("", CommandLineRun.of("analyze", folder, "--world", 4).err());
    }
}
