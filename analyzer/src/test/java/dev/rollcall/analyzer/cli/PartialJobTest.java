package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.trace.EndKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Folders that hold less than one whole job, or more than one. */
class PartialJobTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    /** Compares the last section of a report, which says what was read. */
    private void verifyCoverage(String label, CommandLineRun run) {
        String report = run.line().replace(folder.toString(), "FOLDER");
        TEXTS.verify(label, report.substring(report.lastIndexOf("What was read")));
    }

    @Test
    void refusesANewerFormatAndReadsTheRest() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path newer = RecordedJob.trace(folder, 3);
        byte[] bytes = Files.readAllBytes(newer);
        bytes[12] = 99;
        Files.write(newer, bytes);

        CommandLineRun run = CommandLineRun.of("analyze", folder);
        run.assertBlamesRankZero();
        verifyCoverage("coverage", run);
        Transcript shell = new Transcript(folder);
        shell.refused("show", newer);
        TEXTS.verify("show", shell.toString());
    }

    @Test
    void leavesOutATraceWithoutARank() throws IOException {
        Path launcher;
        try (RecordedRank process = RecordedRank.of(folder, "hung", -1, -1, 64)) {
            launcher = process.end(EndKind.EXIT, 0).file();
        }
        Transcript shell = new Transcript(folder);
        shell.refused("analyze", folder);
        TEXTS.verify("analyze", shell.toString());

        RecordedJob.hung(folder, "hung");
        CommandLineRun run = CommandLineRun.of("analyze", folder);
        run.assertBlamesRankZero();
        verifyCoverage("coverage", run);

        CommandLineRun shown = CommandLineRun.of("show", launcher);
        assertEquals(0, shown.exitCode());
        TEXTS.verify("show", shown.out().replace(folder.toString(), "FOLDER"));
    }

    @Test
    void treatsAMissingRankAsEvidence() throws IOException {
        RecordedJob.hung(folder, "hung");
        RecordedJob.lose(folder, 2);

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals("", run.err());
        run.assertBlamesRankZero();
        verifyCoverage("", run);
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
        assertTrue(run.out().contains("━━ Job hung, 4 ranks") && run.out().contains("━━ Job well, 4 ranks"), run.out());
        assertTrue(run.out().contains("Culprit: rank 0") && run.out().contains("\nhealthy\n"), run.out());
    }

    @Test
    void warnsIfTheWorldSizeContradictsTheTraces() throws IOException {
        RecordedJob.hung(folder, "hung");

        Transcript shell = new Transcript(folder);
        CommandLineRun fewer = shell.run("analyze", folder, "--world", 2);
        fewer.assertBlamesRankZero();
        verifyCoverage("fewer", fewer);
        CommandLineRun more = shell.run("analyze", folder, "--world", 5);
        more.assertBlamesRankZero();
        verifyCoverage("more", more);
        TEXTS.verify("messages", shell.toString());

        assertEquals("", CommandLineRun.of("analyze", folder, "--world", 4).err());
    }
}
