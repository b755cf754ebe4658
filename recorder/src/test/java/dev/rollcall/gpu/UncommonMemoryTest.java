package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUmemAttach_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Managed, pooled and exhausted memory, and memory of contexts that end. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = 0)
class UncommonMemoryTest extends VerifiedCopyTestBase {
    private static final int BYTES = 1 << 20;

    private CopyEvent from(CUdeviceptr pointer, CUstream stream) {
        return between(pointer, destination.pointer(), stream);
    }

    private CopyEvent between(CUdeviceptr pointer, CUdeviceptr to, CUstream stream) {
        CopyEvent copy = copies.linear(0, BYTES, stream);
        return new CopyEvent(
                0,
                0,
                0,
                copy.kind(),
                copy.path(),
                0,
                0,
                JCudaHandles.of(pointer),
                JCudaHandles.of(to),
                BYTES,
                1,
                0,
                0,
                null,
                copy.stream(),
                0,
                0,
                0,
                0,
                copy.check());
    }

    @Test
    void doesNotMoveManagedMemory() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUdeviceptr managed = new CUdeviceptr();
        int everywhere = CUmemAttach_flags.CU_MEM_ATTACH_GLOBAL;
        DriverException.check("cuMemAllocManaged", JCudaDriver.cuMemAllocManaged(managed, BYTES, everywhere));
        CopyEvent copy = from(managed, streams.get(0));
        DriverMemory known = verifier.memory(copy.sourcePointer());
        assertTrue(known.managed());
        VerificationPlan plan = verifier.before(
                copy,
                CopyMemory.withoutHostBytes(known),
                CopyMemory.withoutHostBytes(verifier.memory(copy.destinationPointer())),
                false);
        assertEquals(UnverifiedReason.MANAGED.words(), plan.reason());
        DriverException.check("cuMemFree", JCudaDriver.cuMemFree(managed));
    }

    @Test
    void verifiesMemoryOfAPool() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        CUdeviceptr pooled = new CUdeviceptr();
        DriverException.check("cuMemAllocAsync", JCudaDriver.cuMemAllocAsync(pooled, BYTES, stream));
        DriverException.check("cuMemsetD8Async", JCudaDriver.cuMemsetD8Async(pooled, (byte) 3, BYTES, stream));
        CopyEvent copy = from(pooled, stream);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream));
        assertEquals(CopyVerdict.DAMAGED, made(verifier, CopyVerdict.DAMAGED, copy, stream));
        DriverException.check("cuMemFreeAsync", JCudaDriver.cuMemFreeAsync(pooled, stream));
    }

    @Test
    void verifiesAgainWhenTheJobFreesMemory() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        CopyEvent copy = copies.linear(0, 60 << 20, stream);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream));
        List<CUdeviceptr> all = new ArrayList<>();
        for (long bytes = 1L << 34; bytes >= 1 << 9; bytes /= 2) {
            CUdeviceptr more = new CUdeviceptr();
            while (JCudaDriver.cuMemAlloc(more, bytes) == CUresult.CUDA_SUCCESS) {
                all.add(more);
                more = new CUdeviceptr();
            }
        }
        List<CopyVerification> begun = new ArrayList<>();
        VerificationPlan last;
        do {
            copies.make(CopyVerdict.INTACT, copy, stream);
            last = planned(verifier, copy);
            begun.add(last.verification());
        } while (last.verification() != null && begun.size() < 100);
        assertEquals(UnverifiedReason.NO_BUFFER.words(), last.reason());
        for (CUdeviceptr each : all) {
            DriverException.check("cuMemFree", JCudaDriver.cuMemFree(each));
        }
        begun.remove(null);
        for (CopyVerification each : begun) {
            verifier.abandon(each);
        }
        TestMemory.settle();
        verifier.poll();
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream));
    }

    @Test
    void verifiesALargeCopyWhileManySmallOnesAreInFlight() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        CUstream stream = streams.get(0);
        CopyEvent small = copies.linear(0, 4096, stream);
        List<CopyVerification> begun = new ArrayList<>();
        VerificationPlan last = planned(verifier, small);
        for (; last.verification() != null && begun.size() < 10_000; last = planned(verifier, small)) {
            begun.add(last.verification());
        }
        assertEquals(UnverifiedReason.NO_BUFFER.words(), last.reason());
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copies.linear(0, 8 << 20, stream), stream));
        for (CopyVerification each : begun) {
            verifier.abandon(each);
        }
        TestMemory.settle();
        verifier.poll();
    }

    private static VerificationPlan planned(CopyVerifier verifier, CopyEvent copy) throws Exception {
        return verifier.before(
                copy,
                CopyMemory.withoutHostBytes(verifier.memory(copy.sourcePointer())),
                CopyMemory.withoutHostBytes(verifier.memory(copy.destinationPointer())),
                false);
    }

    @Test
    void verifiesInContextsThatEndAndReturn() throws Exception {
        CopyVerifier verifier = verifier(CorruptionPolicy.WARN);
        for (int i = 0; i < 6; i++) {
            CUcontext context = new CUcontext();
            DriverException.check("cuCtxCreate", JCudaDriver.cuCtxCreate(context, 0, Devices.get(0)));
            CUstream stream = new CUstream();
            CUdeviceptr from = new CUdeviceptr();
            CUdeviceptr to = new CUdeviceptr();
            DriverException.check("cuStreamCreate", JCudaDriver.cuStreamCreate(stream, 1));
            DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(from, 4 * BYTES));
            DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(to, 4 * BYTES));
            DriverException.check("cuMemsetD8", JCudaDriver.cuMemsetD8(from, (byte) 3, BYTES));
            DriverException.check("cuMemsetD8", JCudaDriver.cuMemsetD8(to, (byte) 4, BYTES));
            CopyEvent copy = between(from, to, stream);
            assertEquals(CopyVerdict.STALE, made(verifier, CopyVerdict.STALE, copy, stream), "context " + i);
            assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream), "context " + i);
            DriverException.check("cuCtxDestroy", JCudaDriver.cuCtxDestroy(context));
        }
        TestMemory.use(0);
    }
}
