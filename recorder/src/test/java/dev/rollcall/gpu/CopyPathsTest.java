package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.trace.CopyPath;
import org.junit.jupiter.api.Test;

/** The recorded paths of copies. */
class CopyPathsTest {
    @Test
    void reroutesOnlyVerifiedCopies() throws DriverException {
        CopyPaths paths = new CopyPaths();
        paths.reroute(0, 1);
        assertEquals(CopyPath.REROUTED, paths.of(0, 1));
        assertEquals(CopyPath.UNKNOWN, paths.unverified(0, 1));
    }
}
