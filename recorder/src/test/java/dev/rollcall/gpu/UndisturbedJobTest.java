package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import jcuda.driver.CUcontext;
import jcuda.driver.CUgraph;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Verification leaves the job as it is: its captures, contexts and settings. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = {0, 1})
class UndisturbedJobTest extends VerifiedCopies {
    @Test
    void leavesCapturesAlone() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUstream captured = streams.get(0);
        CUstream other = streams.get(1);
        CopyEvent copy = copies.linear(0, 1 << 20, other);
        // Everything is in place before, as in a job that runs for a while.
        made(verifier, CopyVerdict.INTACT, copy, other);
        int mode = CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL;
        DriverException.check("cuStreamBeginCapture", JCudaDriver.cuStreamBeginCapture(captured, mode));
        CUgraph graph = new CUgraph();
        try {
            assertTrue(verifier.capturing(Handles.of(captured)));
            assertFalse(verifier.capturing(Handles.of(other)));
            CopyEvent next = copies.linear(0, 3 << 20, other);
            CopyVerification begun = begun(verifier, next);
            assertEquals(1, status(captured), "before the copy");
            copies.make(CopyVerdict.INTACT, next, other);
            assertEquals(1, status(captured), "after the copy itself");
            verifier.after(begun);
            assertEquals(1, status(captured), "after the copy");
            assertEquals(
                    CopyVerdict.INTACT,
                    recorded(verifier, begun.position()).check().verdict());
            assertEquals(1, status(captured), "after the poll");
        } finally {
            JCudaDriver.cuStreamEndCapture(captured, graph);
        }
        assertTrue(Handles.of(graph) != 0);
    }

    /** Returns 1 while a stream is captured, 2 once that was made invalid. */
    private static int status(CUstream stream) {
        int[] status = new int[1];
        JCudaDriver.cuStreamIsCapturing(stream, status);
        return status[0];
    }

    @Test
    void leavesTheCurrentContextAsItIs() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUcontext before = new CUcontext();
        DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(before));
        JCudaDriver.setExceptionsEnabled(true);
        try {
            made(verifier, CopyVerdict.ZEROED, copies.linear(0, 1 << 20, streams.get(0)), streams.get(0));
            assertFalse(verifier.memory(1234).onDevice());
        } finally {
            JCudaDriver.setExceptionsEnabled(false);
        }
        CUcontext after = new CUcontext();
        DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(after));
        assertEquals(before, after);
    }
}
