package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog.Form;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RAS reports alone: the few ranks whose counts differ from the others' are where to look, and nobody is a culprit. */
class RasReportTest {
    private static final int WORLD = 32;

    @TempDir
    private Path folder;

    /** The forms in which the service answers. */
    enum Answer {
        TEXT_2_24,
        TEXT_2_28,
        TEXT_OF_THE_SOCKET,
        JSON,
        JSON_WITHOUT_A_COMMA,
        JSON_OF_THE_SOCKET
    }

    private void write(WrittenRasReport report, Answer answer) throws IOException {
        switch (answer) {
            case TEXT_2_24 -> Files.write(folder.resolve("hang.txt"), report.text("2.24.1"));
            case TEXT_2_28 -> Files.write(folder.resolve("hang.txt"), report.text("2.28.9"));
            case TEXT_OF_THE_SOCKET ->
                Files.writeString(folder.resolve("hang.txt"), "OK\n" + String.join("\n", report.text("2.27.3")) + "\n");
            case JSON -> Files.writeString(folder.resolve("hang.json"), report.json(true));
            case JSON_WITHOUT_A_COMMA -> Files.writeString(folder.resolve("hang.json"), report.json(false));
            case JSON_OF_THE_SOCKET ->
                Files.writeString(folder.resolve("hang"), "SERVER PROTOCOL 2\nOK\n" + report.json(true));
        }
    }

    private Verdict verdict() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private void assertSuspects(Integer... ranks) {
        Verdict verdict = verdict();
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(ranks), verdict.suspects(), verdict::summary);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheFewRanksBehind(Answer answer) throws IOException {
        write(new WrittenRasReport(WORLD, 650).launched(3, "AllReduce", 649).launched(9, "AllReduce", 649), answer);

        assertSuspects(3, 9);
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheOneRankAhead(Answer answer) throws IOException {
        write(new WrittenRasReport(WORLD, 650).launched(17, "AllGather", 1), answer);

        assertSuspects(17);
    }

    @ParameterizedTest
    @EnumSource
    void suspectsTheRankThatDidNotAnswer(Answer answer) throws IOException {
        write(new WrittenRasReport(WORLD, 650).missing(5, false), answer);

        assertSuspects(5);
    }

    @Test
    void suspectsTheRankThatDidNotAnswerWhereNoCallWasMade() throws IOException {
        write(new WrittenRasReport(2, 0).missing(1, true), Answer.JSON);

        assertSuspects(1);
    }

    @Test
    void suspectsNobodyIfMostDidNotAnswer() throws IOException {
        WrittenRasReport report = new WrittenRasReport(8, 650);
        for (int rank = 1; rank < 8; rank++) {
            report.missing(rank, false);
        }
        write(report, Answer.JSON);

        assertSuspects();
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXT_2_28", "JSON"})
    void suspectsTheRankThatLaunchedAnotherOperation(Answer answer) throws IOException {
        write(new WrittenRasReport(WORLD, 650).launched(6, "AllReduce", 649).launched(6, "Broadcast", 1), answer);

        assertEquals(List.of(), verdict().culprits());
        assertEquals(List.of(6), verdict().suspects());
    }

    /** All ranks launched the same, and nothing shows whether the calls end. */
    @ParameterizedTest
    @EnumSource(names = {"JSON", "JSON_OF_THE_SOCKET"})
    void callsNoJobHealthy(Answer answer) throws IOException {
        write(new WrittenRasReport(WORLD, 650), answer);

        assertSuspects();
    }

    @Test
    void saysThatATextShowsNoDifference() throws IOException {
        write(new WrittenRasReport(WORLD, 650), Answer.TEXT_2_28);

        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertEquals(List.of(), reading.jobs());
        assertTrue(
                reading.unreadable().get(0).reason().startsWith("a RAS report without a difference"),
                reading.unreadable()::toString);
    }

    /** Where half of the ranks have one count and half another, the text lists neither. */
    @Test
    void namesNobodyWhereTheTextListsNoRank() throws IOException {
        WrittenRasReport report = new WrittenRasReport(WORLD, 650);
        for (int rank = 0; rank < WORLD; rank += 2) {
            report.launched(rank, "AllReduce", 649);
        }
        write(report, Answer.TEXT_2_28);

        assertEquals(List.of(), new JobReader(-1).read(List.of(folder)).jobs());
    }

    @Test
    void takesTheNewerOfTwoReports() throws IOException {
        Files.writeString(
                folder.resolve("ras1.json"),
                new WrittenRasReport(8, 650).launched(2, "AllReduce", 649).json(true));
        Files.writeString(
                folder.resolve("ras2.json"),
                new WrittenRasReport(8, 950)
                        .launched(4, "AllReduce", 949)
                        .at("2026-11-20 22:21:32")
                        .json(true));

        assertSuspects(4);
    }

    @Test
    void takesTheLastReportInAFile() throws IOException {
        List<String> lines = new ArrayList<>(
                new WrittenRasReport(WORLD, 650).launched(2, "AllReduce", 649).text("2.28.9"));
        lines.addAll(
                new WrittenRasReport(WORLD, 950).launched(4, "AllReduce", 949).text("2.28.9"));
        Files.write(folder.resolve("watch.log"), lines);

        assertSuspects(4);
    }

    /** A text that is cut off among the listed ranks does not make those that it lacks the majority. */
    @Test
    void doesNotCountRanksThatACutReportLacks() throws IOException {
        List<String> lines = new WrittenRasReport(WORLD, 650)
                .launched(3, "AllReduce", 649)
                .launched(9, "AllReduce", 649)
                .text("2.28.9");
        int last = lines.stream()
                .filter(line -> line.startsWith("  Rank 9"))
                .mapToInt(lines::indexOf)
                .findFirst()
                .orElseThrow();
        Files.write(folder.resolve("cut.txt"), lines.subList(0, last));

        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertTrue(
                reading.jobs().stream()
                        .allMatch(job -> new Diagnosis()
                                        .of(job.job())
                                        .culprits()
                                        .isEmpty()
                                && new Diagnosis().of(job.job()).suspects().isEmpty()),
                reading.unreadable()::toString);
    }

    /** Logs with INIT lines alone show no calls, and RAS counts them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsTheCallsThatLogsDoNotShow(boolean behind) throws IOException {
        for (int rank = 0; rank < 8; rank++) {
            Files.write(
                    folder.resolve("nccl." + rank + ".log"),
                    new WrittenLog(Form.NCCL_2_28, rank, 8)
                            .join().lines().stream()
                                    .map(line -> line.replace("c446e1b272e88fa2", "446e1b272e88fa2"))
                                    .toList());
        }
        write(new WrittenRasReport(8, 650).launched(3, "AllReduce", behind ? 649 : 650), Answer.JSON);

        if (behind) {
            assertSuspects(3);
        } else {
            assertSuspects();
        }
    }
}
