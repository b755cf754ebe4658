package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.Probe.Result;
import dev.rollcall.gpu.Probe.Way;
import org.junit.jupiter.api.Test;

/** The probe on GPUs that are well. */
@RealGpu(2)
class ProbeTest {
    @Test
    void findsThatAllWaysDeliver() throws DriverException {
        try (Probe probe = new Probe()) {
            assertTrue(probe.gpus() >= 2);
            for (Way way : Way.values()) {
                for (long bytes : Probe.SIZES) {
                    Result there = probe.of(0, 1, way, bytes);
                    Result back = probe.of(1, 0, way, bytes);
                    assertFalse(there.bad(), there.toString());
                    assertFalse(back.bad(), back.toString());
                    if (way != Way.WRITE) {
                        assertEquals("intact", there.verdict());
                        assertTrue(there.gigabytesPerSecond() > 0);
                    }
                }
            }
        }
    }
}
