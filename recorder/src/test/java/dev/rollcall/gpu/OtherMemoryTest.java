package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUmemAttach_flags;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory that is not allocated as most is. */
@RealGpu
@ParameterizedClass(name = "to GPU {0}")
@ValueSource(ints = 0)
class OtherMemoryTest extends VerifiedCopies {
    private static final int BYTES = 1 << 20;

    private CopyEvent from(CUdeviceptr pointer, CUstream stream) {
        CopyEvent copy = copies.linear(0, BYTES, stream);
        return new CopyEvent(
                0,
                0,
                0,
                copy.kind(),
                copy.path(),
                0,
                0,
                Handles.of(pointer),
                copy.destinationPointer(),
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
    void leavesManagedMemoryWhereItIs() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUdeviceptr managed = new CUdeviceptr();
        int everywhere = CUmemAttach_flags.CU_MEM_ATTACH_GLOBAL;
        DriverException.check("cuMemAllocManaged", JCudaDriver.cuMemAllocManaged(managed, BYTES, everywhere));
        CopyEvent copy = from(managed, streams.get(0));
        DriverMemory known = verifier.memory(copy.sourcePointer());
        assertTrue(known.managed());
        Prepared prepared = verifier.before(
                copy, CopyMemory.of(known), CopyMemory.of(verifier.memory(copy.destinationPointer())), false);
        assertEquals(Unverified.MANAGED.words(), prepared.why());
        DriverException.check("cuMemFree", JCudaDriver.cuMemFree(managed));
    }

    @Test
    void verifiesMemoryOfAPool() throws Exception {
        CopyVerifier verifier = verifier(OnCorruption.WARN);
        CUstream stream = streams.get(0);
        CUdeviceptr pooled = new CUdeviceptr();
        DriverException.check("cuMemAllocAsync", JCudaDriver.cuMemAllocAsync(pooled, BYTES, stream));
        DriverException.check("cuMemsetD8Async", JCudaDriver.cuMemsetD8Async(pooled, (byte) 3, BYTES, stream));
        CopyEvent copy = from(pooled, stream);
        assertEquals(CopyVerdict.INTACT, made(verifier, CopyVerdict.INTACT, copy, stream));
        assertEquals(CopyVerdict.DAMAGED, made(verifier, CopyVerdict.DAMAGED, copy, stream));
        DriverException.check("cuMemFreeAsync", JCudaDriver.cuMemFreeAsync(pooled, stream));
    }
}
