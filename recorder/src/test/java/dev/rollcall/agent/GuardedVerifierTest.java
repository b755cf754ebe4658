package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.CorruptionPolicy;
import org.junit.jupiter.api.Test;

/** When verification may throw into the application. */
class GuardedVerifierTest {
    @Test
    void throwsUnlessThePolicyIsToWarn() {
        assertTrue(new GuardedVerifier(null, CorruptionPolicy.REROUTE, null).mayThrow());
        assertTrue(new GuardedVerifier(null, CorruptionPolicy.THROW, null).mayThrow());
        assertFalse(new GuardedVerifier(null, CorruptionPolicy.WARN, null).mayThrow());
    }
}
