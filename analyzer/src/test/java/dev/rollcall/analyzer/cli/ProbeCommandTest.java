package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.Probe.Result;
import dev.rollcall.gpu.Probe.Transfer;
import org.junit.jupiter.api.Test;

/** The line that {@code probe} prints for a bad pair. */
class ProbeCommandTest {
    @Test
    void namesWhatArrivedWrong() {
        Result zeroed = new Result(0, 1, Transfer.PEER, 4096, "zeroed", 12.5, "");
        assertTrue(zeroed.bad());
        assertEquals("GPU 0 → GPU 1: 4096 bytes by peer arrived zeroed", ProbeCommand.line(zeroed));
    }

    @Test
    void aDriverErrorIsABadPair() {
        String error = "cuMemcpyPeerAsync: CUDA_ERROR_ECC_UNCORRECTABLE";
        Result failed = new Result(2, 0, Transfer.HOST, 4096, Result.FAILED, 0, error);
        assertTrue(failed.bad());
        assertEquals("GPU 2 → GPU 0: 4096 bytes by host failed: " + error, ProbeCommand.line(failed));
    }

    @Test
    void aPathThatDoesNotExistIsNotBad() {
        assertFalse(new Result(0, 1, Transfer.WRITE, 4096, "", 0, "").bad());
    }
}
