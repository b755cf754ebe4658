package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.fault.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixResultTest {
    private static final MatrixJob SKIPPED =
            MatrixAssertions.of("8x1x1").ranks(3).cells(Fault.SKIPPED).get(0);
    private static final MatrixJob PAIR =
            MatrixAssertions.of("2x4x1").ranks(5).cells(Fault.OTHER_SIZE).get(0);
    private static final MatrixJob HEALTHY =
            MatrixAssertions.of("8x1x1").cells(Fault.NONE).get(0);

    private static MatrixOutcome outcome(MatrixJob cell, String verdict, String cause, Integer... culprits) {
        AnalyzerResult answer =
                new AnalyzerResult(1, verdict, List.of(culprits), cause, "at Gradients.java:34", "", List.of());
        return MatrixResult.of(cell, answer).outcome();
    }

    @Test
    void isRightOfTheCulpritAlone() {
        assertEquals(MatrixOutcome.RIGHT, outcome(SKIPPED, "desync", "skipped-collective", 3));
        assertEquals(MatrixOutcome.RIGHT, outcome(HEALTHY, "healthy", ""));
    }

    @Test
    void tellsASilenceFromAnotherCause() {
        assertEquals(MatrixOutcome.SILENT, outcome(SKIPPED, "inconclusive", "undetermined"));
        assertEquals(MatrixOutcome.OTHER_CAUSE, outcome(SKIPPED, "desync", "extra-collective", 3));
    }

    @Test
    void callsWhoeverElseIsBlamedAnInnocent() {
        assertEquals(MatrixOutcome.INNOCENT, outcome(SKIPPED, "desync", "skipped-collective", 2));
        assertEquals(MatrixOutcome.INNOCENT, outcome(SKIPPED, "desync", "skipped-collective", 2, 3));
        assertEquals(MatrixOutcome.INNOCENT, outcome(HEALTHY, "desync", "skipped-collective", 0));
    }

    @Test
    void lacksNothingWhereOnlyTwoStoriesStand() {
        assertEquals(MatrixOutcome.OPEN, outcome(PAIR, "desync", "size-mismatch", 1, 5));
        assertEquals(MatrixOutcome.RIGHT, outcome(PAIR, "desync", "size-mismatch", 5));
        assertEquals(MatrixOutcome.INNOCENT, outcome(PAIR, "desync", "size-mismatch", 1));
    }
}
