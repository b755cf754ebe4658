package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    @Test
    void isSpentForGood() {
        MemoryBudget budget = new MemoryBudget(100);

        assertTrue(budget.take(60));
        assertFalse(budget.take(60));

        assertTrue(budget.isSpent());
        assertFalse(budget.take(1));
    }
}
