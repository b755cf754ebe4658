package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.trace.CopyPath;
import org.junit.jupiter.api.Test;

/** Which way copies are said to take. */
class CopyPathsTest {
    @Test
    void saysOfACopyThatNobodyMakesAgainThatItGoesTheUsualWay() throws DriverException {
        CopyPaths paths = new CopyPaths();
        paths.reroute(0, 1);
        assertEquals(CopyPath.REROUTED, paths.of(0, 1));
        assertEquals(CopyPath.UNKNOWN, paths.unguarded(0, 1));
    }
}
