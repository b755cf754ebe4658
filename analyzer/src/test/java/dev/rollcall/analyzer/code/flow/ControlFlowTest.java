package dev.rollcall.analyzer.code.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.FormText;
import org.junit.jupiter.api.Test;

class ControlFlowTest {

    @Test
    void whatMayThrowLeadsToItsHandlerAndOthersToTheEnd() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                0: call @work() !2
                1: return
                2: e = catch @ValueError -> 3, out
                3: throw e
                """));
        assertArrayEquals(new int[] {1, 2}, flow.successors(0));
        assertArrayEquals(new int[] {4}, flow.successors(1));
        assertArrayEquals(new int[] {3, 4}, flow.successors(2));
        assertArrayEquals(new int[] {4}, flow.successors(3));
        assertTrue(flow.isExceptional(0, 1));
        assertFalse(flow.isExceptional(0, 0));
        assertTrue(flow.isExceptional(3, 0));
    }

    @Test
    void theOrderPutsANodeBeforeItsSuccessors() {
        ControlFlow flow = new ControlFlow(FormText.function("""
                parameter c
                0: branch c -> 3, 1
                1: nothing
                2: return
                3: nothing -> 1
                """));
        assertArrayEquals(new int[] {0, 3, 1, 2, 4}, flow.order());
        assertEquals(1, flow.position(3));
    }

    @Test
    void theEndOfAFunctionThatNeverEndsHasNoPosition() {
        ControlFlow flow = new ControlFlow(FormText.function("0: nothing -> 0\n"));
        assertEquals(-1, flow.position(flow.exit()));
    }
}
