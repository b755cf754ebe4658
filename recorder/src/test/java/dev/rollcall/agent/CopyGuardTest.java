package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.CorruptionPolicy;
import org.junit.jupiter.api.Test;

/** What the application may see of the verification of its copies. */
class CopyGuardTest {
    @Test
    void letsTheJobKnowWhereACopyThatWasMadeAgainIsBadToo() {
        assertTrue(new CopyGuard(null, CorruptionPolicy.REROUTE).throwing());
        assertTrue(new CopyGuard(null, CorruptionPolicy.THROW).throwing());
        assertFalse(new CopyGuard(null, CorruptionPolicy.WARN).throwing());
    }
}
