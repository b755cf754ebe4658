package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.Answer;
import dev.rollcall.samples.generate.fault.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementTest {
    private static final Cell SKIPPED =
            Told.of("8x1x1").ranks(3).cells(Fault.SKIPPED).get(0);
    private static final Cell PAIR =
            Told.of("2x4x1").ranks(5).cells(Fault.OTHER_SIZE).get(0);
    private static final Cell HEALTHY = Told.of("8x1x1").cells(Fault.NONE).get(0);

    private static Outcome outcome(Cell cell, String verdict, String cause, Integer... culprits) {
        Answer answer = new Answer(1, verdict, List.of(culprits), cause, "at Gradients.java:34", "", List.of());
        return Judgement.of(cell, answer).outcome();
    }

    @Test
    void isRightOfTheCulpritAlone() {
        assertEquals(Outcome.RIGHT, outcome(SKIPPED, "desync", "skipped-collective", 3));
        assertEquals(Outcome.RIGHT, outcome(HEALTHY, "healthy", ""));
    }

    @Test
    void tellsASilenceFromAnotherCause() {
        assertEquals(Outcome.SILENT, outcome(SKIPPED, "inconclusive", "undetermined"));
        assertEquals(Outcome.OTHER_CAUSE, outcome(SKIPPED, "desync", "extra-collective", 3));
    }

    @Test
    void callsWhoeverElseIsBlamedAnInnocent() {
        assertEquals(Outcome.INNOCENT, outcome(SKIPPED, "desync", "skipped-collective", 2));
        assertEquals(Outcome.INNOCENT, outcome(SKIPPED, "desync", "skipped-collective", 2, 3));
        assertEquals(Outcome.INNOCENT, outcome(HEALTHY, "desync", "skipped-collective", 0));
    }

    @Test
    void lacksNothingWhereOnlyTwoStoriesStand() {
        assertEquals(Outcome.OPEN, outcome(PAIR, "desync", "size-mismatch", 1, 5));
        assertEquals(Outcome.RIGHT, outcome(PAIR, "desync", "size-mismatch", 5));
        assertEquals(Outcome.INNOCENT, outcome(PAIR, "desync", "size-mismatch", 1));
    }
}
