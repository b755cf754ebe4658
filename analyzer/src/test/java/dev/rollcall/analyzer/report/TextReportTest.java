package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class TextReportTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final SourceTree NO_SOURCES = new SourceTree(List.of());

    private static String print(Verdict... verdicts) {
        return new TextReport(Ink.PLAIN, 80, NO_SOURCES).print(List.of(verdicts));
    }

    @Test
    void printsAnExtraCall() {
        TEXTS.verify(print(ExampleVerdicts.extraBarrier(4)));
    }

    @Test
    void printsAnAbsentRank() {
        TEXTS.verify(print(ExampleVerdicts.absentRank()));
    }

    @Test
    void printsAHealthyJob() {
        TEXTS.verify(print(ExampleVerdicts.healthy()));
    }

    @Test
    void printsASuspectWithoutADump() {
        TEXTS.verify(print(ExampleVerdicts.missingDump()));
    }

    @Test
    void printsTheSuspectsOfATie() {
        TEXTS.verify(print(ExampleVerdicts.tie()));
    }

    @Test
    void saysWhatToDoWhereTheVerdictDoesNot() {
        Verdict verdict = new Verdict(
                new ExampleJob(2).build(), Outcome.INCONCLUSIVE, List.of(), "The traces contain no call.", List.of());

        String text = print(verdict);

        assertTrue(text.contains("What to do\n  Collect the files of all ranks"), text);
        assertFalse(print(ExampleVerdicts.healthy()).contains("What to do"));
    }

    @Test
    void showsTheDivergentCallsOfBothSidesInOneRow() {
        String text = print(ExampleVerdicts.extraBarrier(4));

        assertTrue(text.lines().anyMatch(line -> line.matches("  call +Rank 0 +Ranks 1–3")), text);
        assertTrue(
                text.lines().anyMatch(line -> line.matches("» +12 +barrier +all_reduce\\(1,024 × f32, sum\\)")), text);
    }

    @Test
    void showsBothStacksWithTheCallSiteMarked() {
        String text = print(ExampleVerdicts.extraBarrier(4));

        assertTrue(text.contains("→ Trainer.save (Trainer.java:88)"), text);
        assertTrue(text.contains("→ Trainer.step (Trainer.java:22)"), text);
    }

    @Test
    void staysWithinItsWidthEvenForThreeColumnsOfLongNames() {
        for (int width : new int[] {60, 80, 100}) {
            String text = new TextReport(Ink.PLAIN, width, NO_SOURCES).print(List.of(ExampleVerdicts.extraBarrier(6)));

            text.lines().forEach(line -> assertTrue(line.length() <= width, width + ": " + line));
        }
    }

    @Test
    void givesUpTheMethodRatherThanTheLineWhereAColumnIsNarrow() {
        String text = new TextReport(Ink.PLAIN, 60, NO_SOURCES).print(List.of(ExampleVerdicts.extraBarrier(4)));

        assertTrue(text.lines().anyMatch(line -> line.matches(" +Trainer.java:88 +Trainer.java:22")), text);
    }

    @Test
    void namesEachJobWhereThereAreSeveral() {
        String text = print(ExampleVerdicts.healthy(), ExampleVerdicts.absentRank());

        assertEquals(
                2,
                text.lines()
                        .filter(line -> line.startsWith("━━ Job job-7, 4 ranks, last alive 2026-09-21"))
                        .count());
    }

    @Test
    void saysFirstHowManyJobsThereAreAndWhichAreIll() {
        String text = print(ExampleVerdicts.absentRank(), ExampleVerdicts.healthy());

        assertTrue(
                text.startsWith("2 jobs: 1 desync (job-7), 1 healthy.\n\n  desync: culprit: rank 3 · Rank 3 stopped"),
                text);
        assertTrue(text.contains("\n  healthy: Nothing diverged"), text);
        assertTrue(text.contains("\n\n━━ Job job-7"), text);
        assertTrue(print(ExampleVerdicts.healthy()).startsWith("Nothing diverged"));
    }

    @Test
    void writesNoEscapeSequenceWithoutColours() {
        assertFalse(print(ExampleVerdicts.extraBarrier(4)).contains("\u001b"));
    }

    @Test
    void letsNothingFromATraceReachTheTerminalRaw() {
        String hostile = "\u001b]0;owned\u0007\u009b31m\u202eevil\rover\nline";

        String text = print(ExampleVerdicts.hostile(hostile));

        assertTrue(text.codePoints().allMatch(point -> point == '\n' || !Character.isISOControl(point)), text);
        assertFalse(text.contains("\u202e"));
        assertTrue(text.contains("\\u001b]0;owned\\u0007"), text);
    }

    @Test
    void coloursOnlyItsOwnWords() {
        String text =
                new TextReport(Ink.ANSI, 90, NO_SOURCES).print(List.of(ExampleVerdicts.hostile("\u001b[32mgreen")));

        assertTrue(text.contains("\u001b[1m"));
        assertFalse(text.contains("\u001b[32m"));
    }

    @Test
    void showsTheSourceAroundTheCallSite(@TempDir Path folder) throws IOException {
        Path file = Files.createDirectories(folder.resolve("src/example")).resolve("Trainer.java");
        List<String> lines = new java.util.ArrayList<>(Collections.nCopies(90, "        other();"));
        lines.set(87, "        group.barrier();");
        Files.write(file, lines);

        String text = new TextReport(Ink.PLAIN, 80, new SourceTree(List.of(folder)))
                .print(List.of(ExampleVerdicts.extraBarrier(4)));

        assertTrue(text.contains("88 » group.barrier();"), text);
    }

    @Test
    void cutsTheBeginningOfALongMethodInAStack() {
        ExampleJob example = new ExampleJob(2).steps(3);
        String method = "stepOf" + "AVeryLongName".repeat(8);
        example.call(0, ExampleJob.allReduce(8), method, 41, CallState.STARTED);
        Job job = example.build();
        Finding finding = new Finding(
                Cause.RANK_ABSENT,
                Severity.CULPRIT,
                List.of(1),
                job.communicators().get(0),
                4,
                "Rank 1 stopped.",
                "",
                "",
                null,
                List.of(new Evidence(0, example.last(0), "waits in it")));

        String text = print(new Verdict(job, Outcome.DESYNC, List.of(1), "Rank 1 stopped.", List.of(finding)));

        assertTrue(
                text.lines().anyMatch(line -> line.length() == 80 && line.matches(" +→ ….*Name \\(Trainer.java:41\\)")),
                text);
    }

    @Test
    void hasTheOrderOfThePage() {
        for (Verdict verdict : ExampleVerdicts.all()) {
            String page = new HtmlReport(NO_SOURCES).print(List.of(verdict));
            List<String> onPage = Pattern.compile("<h2>([^<]+)</h2>")
                    .matcher(page)
                    .results()
                    .map(heading -> heading.group(1).strip())
                    .toList();
            List<String> inText =
                    print(verdict).lines().filter(line -> onPage.contains(line)).toList();

            assertEquals(onPage.stream().filter(inText::contains).toList(), inText);
            assertTrue(inText.contains("What was read"), inText::toString);
        }
    }

    @Test
    void keepsManyRanksFromTheEdge() {
        for (int world : new int[] {64, 512, 4096}) {
            ExampleJob example = new ExampleJob(world).steps(1);
            for (int rank = 0; rank < world; rank++) {
                boolean odd = rank % 3 == 1;
                example.call(
                        rank,
                        odd ? Signature.of("barrier") : ExampleJob.allReduce(8),
                        odd ? "save" : "step",
                        odd ? 88 : 22,
                        CallState.STARTED);
            }

            String text = print(new Diagnosis().of(example.build()));

            text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
            text.lines()
                    .filter(line -> line.startsWith(" "))
                    .forEach(line -> assertTrue(line.indexOf(line.strip()) <= 45, line));
        }
    }
}
