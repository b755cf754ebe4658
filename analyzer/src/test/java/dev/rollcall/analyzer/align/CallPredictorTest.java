package dev.rollcall.analyzer.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CallPredictorTest {

    @Test
    void predictsTheNextCallsOfALoop() {
        CallPredictor predictor = CallPredictor.of(new int[] {9, 1, 2, 3, 1, 2, 3, 1});
        assertEquals(2, predictor.expected(0));
        assertEquals(3, predictor.expected(1));
        assertEquals(1, predictor.expected(2));
        assertEquals(3, predictor.iterationLength(2));
        assertFalse(predictor.startsIteration(2));
    }

    @Test
    void findsTheStartOfAnIteration() {
        assertTrue(CallPredictor.of(new int[] {9, 1, 2, 1, 2}).startsIteration(1));
        assertFalse(CallPredictor.of(new int[] {9, 1, 2, 1, 2, 1}).startsIteration(2));
    }

    @Test
    void predictsTheEndOfAnEpochByItsLength() {
        CallPredictor predictor = CallPredictor.of(new int[] {1, 1, 1, 8, 1, 1, 1, 8, 1, 1, 1});
        assertEquals(8, predictor.expected(0));
    }

    @Test
    void predictsNothingAfterANewCall() {
        assertFalse(CallPredictor.of(new int[] {1, 2, 3}).known());
        assertFalse(CallPredictor.of(new int[] {}).known());
    }
}
