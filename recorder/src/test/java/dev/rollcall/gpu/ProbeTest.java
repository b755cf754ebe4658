package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.Probe.Result;
import dev.rollcall.gpu.Probe.Transfer;
import org.junit.jupiter.api.Test;

/** The probe on healthy GPUs. */
@RealGpu(2)
class ProbeTest {
    @Test
    void findsAllTransfersIntact() throws DriverException {
        try (Probe probe = new Probe()) {
            assertTrue(probe.gpus() >= 2);
            for (Transfer transfer : Transfer.values()) {
                for (long bytes : Probe.SIZES) {
                    Result there = probe.of(0, 1, transfer, bytes);
                    Result back = probe.of(1, 0, transfer, bytes);
                    assertFalse(there.bad(), there.toString());
                    assertFalse(back.bad(), back.toString());
                    if (transfer != Transfer.WRITE) {
                        assertEquals("intact", there.verdict());
                        assertTrue(there.gigabytesPerSecond() > 0);
                    }
                }
            }
        }
    }
}
