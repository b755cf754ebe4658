package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.fault.Fault;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MatrixResultTest {
    private static final MatrixJob SKIPPED =
            MatrixAssertions.layout("8x1x1").ranks(3).jobs(Fault.SKIPPED).get(0);
    private static final MatrixJob PAIR =
            MatrixAssertions.layout("2x4x1").ranks(5).jobs(Fault.OTHER_SIZE).get(0);
    private static final MatrixJob STRAGGLER =
            MatrixAssertions.layout("8x1x1").ranks(3).jobs(Fault.STRAGGLER).get(0);
    private static final MatrixJob STALL =
            MatrixAssertions.layout("8x1x1").ranks(3).jobs(Fault.STALL).get(0);
    private static final MatrixJob HEALTHY =
            MatrixAssertions.layout("8x1x1").jobs(Fault.NONE).get(0);

    private static MatrixOutcome outcome(
            MatrixJob job, String verdict, String cause, List<Integer> culprits, List<Integer> suspects) {
        AnalyzerResult answer =
                new AnalyzerResult(1, verdict, culprits, suspects, cause, "at Gradients.java:34", "", List.of());
        return MatrixResult.of(job, answer).outcome();
    }

    private static MatrixOutcome outcome(MatrixJob job, String verdict, String cause, Integer... culprits) {
        return outcome(job, verdict, cause, List.of(culprits), List.of());
    }

    @Test
    void isNamedWhereTheCulpritsAreRight() {
        assertEquals(MatrixOutcome.NAMED, outcome(SKIPPED, "desync", "skipped-collective", 3));
        assertEquals(MatrixOutcome.NAMED, outcome(HEALTHY, "healthy", ""));
        assertEquals(MatrixOutcome.NAMED, outcome(STRAGGLER, "progressing", ""));
        assertEquals(MatrixOutcome.NAMED, outcome(STRAGGLER, "progressing", "straggler", 3));
    }

    @Test
    void isSuspectedWhereTheSuspectsContainTheCulprit() {
        assertEquals(MatrixOutcome.SUSPECTED, outcome(SKIPPED, "desync", "undetermined", List.of(), List.of(2, 3)));
        assertEquals(MatrixOutcome.SUSPECTED, outcome(SKIPPED, "inconclusive", "undetermined", List.of(), List.of(3)));
        assertEquals(MatrixOutcome.SUSPECTED, outcome(PAIR, "desync", "size-mismatch", List.of(), List.of(1, 5)));
    }

    @Test
    void isWrongWhereTheSuspectsMissTheCulprit() {
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "desync", "undetermined", List.of(), List.of(2, 4)));
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "inconclusive", "undetermined", List.of(), List.of(2)));
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "desync", "skipped-collective", List.of(3), List.of(2)));
        assertEquals(MatrixOutcome.WRONG, outcome(PAIR, "desync", "size-mismatch", List.of(), List.of(1)));
    }

    @Test
    void isMisledWhereTheSuspectsOfATextMissTheCulprit() {
        MatrixJob console =
                new MatrixJob(SKIPPED.scenario(), AvailableFiles.of(EvidenceFormat.CONSOLE), SKIPPED.rings());

        assertEquals(MatrixOutcome.MISLED, outcome(console, "desync", "undetermined", List.of(), List.of(2, 4)));
        assertEquals(MatrixOutcome.SUSPECTED, outcome(console, "inconclusive", "", List.of(), List.of(2, 3)));
        assertEquals(MatrixOutcome.LEFT_OPEN, outcome(console, "unreadable", ""));
        assertEquals(MatrixOutcome.NAMED, outcome(console, "desync", "any-cause", 3));
        assertEquals(MatrixOutcome.WRONG, outcome(console, "desync", "rank-absent", 2));
        assertEquals(MatrixOutcome.WRONG, outcome(console, "healthy", ""));
        assertEquals(MatrixOutcome.WRONG, outcome(console, "progressing", ""));
    }

    @Test
    void isWrongWhereAJobWithoutACulpritHasSuspects() {
        assertEquals(MatrixOutcome.WRONG, outcome(HEALTHY, "healthy", "", List.of(), List.of(0)));
        assertEquals(MatrixOutcome.WRONG, outcome(STALL, "stalled", "transport-stalled", List.of(), List.of(3)));
        assertEquals(MatrixOutcome.WRONG, outcome(STRAGGLER, "progressing", "", List.of(), List.of(2)));
        assertEquals(MatrixOutcome.NAMED, outcome(STRAGGLER, "progressing", "", List.of(), List.of(3)));
    }

    @Test
    void countsTheSuspects() {
        AnalyzerResult answer = new AnalyzerResult(
                3, "inconclusive", List.of(), List.of(2, 3), "undetermined", "Two sides.", "", List.of());
        MatrixResult result = MatrixResult.of(SKIPPED, answer);

        assertEquals(2, result.suspects());
        assertEquals(
                "says undetermined [], suspects [2, 3]: Two sides.",
                result.misses().get(result.misses().size() - 1));
    }

    @Test
    void printsTheMedianLengthOfTheSuspectLists() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MatrixTable table = new MatrixTable(new PrintStream(out, true, StandardCharsets.UTF_8));
        MatrixOptions.Row row = new MatrixOptions.Row(
                SKIPPED.scenario().layout(), SKIPPED.evidence(), false, MatrixVariant.values()[0], List.of());
        table.row(
                row,
                IntStream.of(0, 1, 1, 2, 8)
                        .mapToObj(length -> new MatrixResult(
                                SKIPPED,
                                length == 0 ? MatrixOutcome.LEFT_OPEN : MatrixOutcome.SUSPECTED,
                                length,
                                List.of()))
                        .toList());
        table.end();

        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("Suspect lists: 4, median length 2, longest 8."), text);
    }

    @Test
    void isLeftOpenWhereNoRankIsNamed() {
        assertEquals(MatrixOutcome.LEFT_OPEN, outcome(SKIPPED, "inconclusive", "undetermined"));
        assertEquals(MatrixOutcome.LEFT_OPEN, outcome(PAIR, "desync", "size-mismatch"));
    }

    @Test
    void isLeftOpenWhereBothRanksOfAnUndecidablePairAreNamed() {
        assertEquals(MatrixOutcome.LEFT_OPEN, outcome(PAIR, "desync", "size-mismatch", 1, 5));
        assertEquals(MatrixOutcome.NAMED, outcome(PAIR, "desync", "size-mismatch", 5));
        assertEquals(MatrixOutcome.WRONG, outcome(PAIR, "desync", "size-mismatch", 1));
    }

    @Test
    void isWrongWhereAnInnocentRankIsNamed() {
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "desync", "skipped-collective", 2));
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "desync", "skipped-collective", 2, 3));
        assertEquals(MatrixOutcome.WRONG, outcome(HEALTHY, "desync", "skipped-collective", 0));
    }

    @Test
    void isWrongWhereCauseOrOutcomeDiffer() {
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "desync", "extra-collective", 3));
        assertEquals(MatrixOutcome.WRONG, outcome(SKIPPED, "healthy", ""));
        assertEquals(MatrixOutcome.WRONG, outcome(HEALTHY, "stalled", "transport-stalled"));
    }

    @Test
    void keepsWhatTheVerdictMissesThoughItIsNotWrong() {
        AnalyzerResult silent =
                new AnalyzerResult(1, "desync", List.of(), List.of(), "undetermined", "Two sides.", "", List.of());
        assertTrue(MatrixResult.of(SKIPPED, silent).misses().get(0).startsWith("culprits: expected [[3]]"));
        assertEquals(List.of(), MatrixResult.of(PAIR, silent).misses());
    }
}
