package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jcuda.driver.CUcontext;
import jcuda.driver.CUgraph;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Verification does not change the application's captures, contexts and settings. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = {0, 1})
class ApplicationStateTest extends VerifiedCopyTestBase {
    @Test
    void doesNotDisturbCaptures() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream captured = streams.get(0);
        CUstream other = streams.get(1);
        CopyEvent copy = copies.linear(0, 1 << 20, other);
        // The kernel is loaded before, as in a job that has run for a while.
        made(verifier, CopyVerdict.INTACT, copy, other);
        int mode = CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL;
        DriverException.check("cuStreamBeginCapture", JCudaDriver.cuStreamBeginCapture(captured, mode));
        CUgraph graph = new CUgraph();
        try {
            assertTrue(verifier.capturing(JCudaHandles.of(captured)));
            assertFalse(verifier.capturing(JCudaHandles.of(other)));
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
        assertTrue(JCudaHandles.of(graph) != 0);
    }

    /** Returns 1 while a stream is being captured, 2 after its capture became invalid. */
    private static int status(CUstream stream) {
        int[] status = new int[1];
        JCudaDriver.cuStreamIsCapturing(stream, status);
        return status[0];
    }

    @Test
    void givesBackTheBuffersOfACopyThatWasNotMade() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        for (long bytes : new long[] {100, 3 << 20, 60 << 20}) {
            verifier.abandon(begun(verifier, copies.linear(0, bytes, stream)));
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
            // All buffers come back, and the next copy is verified.
            source.fill(bytes + 64, random.nextLong());
            destination.fill(bytes + 64, random.nextLong());
            CopyEvent next = copies.linear(0, bytes, stream);
            assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, next, stream));
            assertEquals(CopyVerdict.ZEROED, made(verifier, CopyVerdict.ZEROED, next, stream));
        }
    }

    @Test
    void createsNoContextForAThreadThatHasNone() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CopyEvent copy = copies.linear(0, 1 << 20, new CUstream());
        CopyMemory from = CopyMemory.withoutHostBytes(verifier.memory(copy.sourcePointer()));
        CopyMemory to = CopyMemory.withoutHostBytes(verifier.memory(copy.destinationPointer()));
        FutureTask<VerificationPlan> fresh = new FutureTask<>(() -> {
            assertFalse(verifier.capturing(0));
            return verifier.before(copy, from, to, false);
        });
        new Thread(fresh).start();
        assertEquals(
                UnverifiedReason.NO_CONTEXT.words(),
                fresh.get(60, TimeUnit.SECONDS).reason());
    }

    @Test
    void keepsTheCurrentContext() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
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
