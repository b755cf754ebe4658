package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.Operation;
import org.junit.jupiter.api.Test;

class OperationTraitsTest {

    @Test
    void hasEveryOperationOfTheTraceFormat() {
        for (Operation operation : Operation.values()) {
            OperationTraits traits = OperationTraits.of(operation.label());
            assertEquals(operation.label(), traits.label());
            assertEquals(operation.pointToPoint(), traits.pointToPoint(), operation.label());
        }
    }

    @Test
    void provesNothingByAnUnknownOperation() {
        OperationTraits traits = OperationTraits.of("ncclSomethingNew");
        assertEquals(OperationTraits.UNKNOWN, traits);
        assertFalse(traits.awaitsAll());
        assertFalse(traits.sameResult());
    }

    @Test
    void letsARootCompleteEarly() {
        for (OperationTraits traits : OperationTraits.values()) {
            assertFalse(traits.rooted() && traits.awaitsOthers(), traits.label());
            assertTrue(!traits.awaitsAll() || traits.awaitsOthers(), traits.label());
        }
    }
}
