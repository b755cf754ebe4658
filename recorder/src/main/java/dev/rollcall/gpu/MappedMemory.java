package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;

/** Memory of the host that the kernel writes into. Pieces are never given back. For one thread at a time. */
final class MappedMemory {
    /** The bytes that are registered with the driver at a time. */
    private static final int SLAB = 1 << 20;

    private static final int PAGE = 4096;
    private static final int ALIGNMENT = 64;
    private static final int PORTABLE_AND_MAPPED = 3;

    /** Keeps all slabs for good: a kernel may write there for as long as this process lives. */
    private static final Queue<ByteBuffer> KEPT = new ConcurrentLinkedQueue<>();

    private ByteBuffer slab;
    private final CUdeviceptr device = new CUdeviceptr();
    private int taken = SLAB;

    /**
     * A piece of memory.
     *
     * @param host as the host reads it, little-endian
     * @param address where the device finds it
     */
    record Piece(ByteBuffer host, long address) {}

    /** Takes bytes, up to a mebibyte; the context that will use them must be current. */
    Piece take(int bytes) throws DriverException {
        if (SLAB - taken < bytes) {
            ByteBuffer fresh = ByteBuffer.allocateDirect(SLAB + PAGE).alignedSlice(PAGE);
            Pointer memory = Pointer.to(fresh);
            DriverCalls.register(memory, SLAB, PORTABLE_AND_MAPPED);
            KEPT.add(fresh);
            DriverException.check(
                    "cuMemHostGetDevicePointer", JCudaDriver.cuMemHostGetDevicePointer(device, memory, 0));
            slab = fresh;
            taken = 0;
        }
        int at = taken;
        taken += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        return new Piece(slab.slice(at, bytes).order(ByteOrder.LITTLE_ENDIAN), JCudaHandles.of(device) + at);
    }
}
