package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * Room for the checksums of one side of a copy on the device, with the events that order them. It has three areas; first come
 * the totals of all of them, which are always brought to the host, then the blocks' sums, which stay until somebody wants them.
 * For one copy at a time.
 */
final class EvidenceBuffer {
    /** How many checksums it takes. */
    static final int AREAS = 3;

    private static final int TOTALS = AREAS * Totals.BYTES;
    private static final int BYTES_PER_BLOCK = 16;
    private static final int SMALLEST = 6;
    private static final int PORTABLE = 1;

    /** Recorded when what must precede the copy is done. */
    final CUevent before;

    /** Recorded when what must precede the application's next work is done. */
    final CUevent after;

    /** Recorded when all sums are on the host. */
    final CUevent done;

    private final int power;
    private final CUdeviceptr device = new CUdeviceptr();
    private final Pointer pinned = new Pointer();
    private final ByteBuffer host;
    private final Totals[] earlier = new Totals[AREAS];
    private boolean cleared;

    /** Makes room for {@code 1 << power} blocks in the current context. */
    EvidenceBuffer(int power) throws DriverException {
        this.power = power;
        before = GpuContext.newEvent();
        after = GpuContext.newEvent();
        done = GpuContext.newEvent();
        DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(device, bytes(power)));
        DriverException.check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(pinned, TOTALS, PORTABLE));
        host = pinned.getByteBuffer(0, TOTALS).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(earlier, new Totals(0, 0, new Unit(0, 0), new Unit(0, 0)));
    }

    /** Returns the room that a copy's blocks need, as a power of two. */
    static int power(CopyShape shape) {
        return Math.max(SMALLEST, Integer.SIZE - Integer.numberOfLeadingZeros(shape.blocks() - 1));
    }

    /** Returns how many bytes such a buffer takes. */
    static long bytes(int power) {
        return TOTALS + ((long) AREAS * BYTES_PER_BLOCK << power);
    }

    int power() {
        return power;
    }

    /** Clears the totals, before the first copy; each sum adds to what is there. */
    void clearFirst(CUstream stream) throws DriverException {
        if (!cleared) {
            cleared = true;
            DriverException.check("cuMemsetD8Async", JCudaDriver.cuMemsetD8Async(device, (byte) 0, TOTALS, stream));
        }
    }

    /** Returns where the kernel writes an area's totals. */
    CUdeviceptr totals(int area) {
        return Handles.pointer(Handles.of(device) + (long) area * Totals.BYTES);
    }

    /** Returns where the kernel writes the sums of an area's blocks. */
    CUdeviceptr blocks(int area, CopyShape shape) {
        return Handles.pointer(Handles.of(device) + blocksAt(area, shape));
    }

    private static long blocksAt(int area, CopyShape shape) {
        return TOTALS + (long) area * BYTES_PER_BLOCK * shape.blocks();
    }

    /** Has the totals brought to the host. */
    void fetch(CUstream stream) throws DriverException {
        int result = JCudaDriver.cuMemcpyDtoHAsync(pinned, device, TOTALS, stream);
        DriverException.check("cuMemcpyDtoHAsync", result);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(done, stream));
    }

    /** Returns the totals of a checksum, once they are there. */
    Totals totalsOf(int area) {
        return Totals.read(host, area * Totals.BYTES).since(earlier[area]);
    }

    /** Returns when a sum began, in nanoseconds of its device, once its totals are there. */
    long began(int area) {
        return host.getLong(area * Totals.BYTES + Totals.BEGAN);
    }

    /** Returns when a sum ended, likewise. */
    long ended(int area) {
        return host.getLong(area * Totals.BYTES + Totals.ENDED);
    }

    /** Makes it ready for another copy, once all is read: the next sums add to these. */
    void reuse() {
        for (int area = 0; cleared && area < AREAS; area++) {
            earlier[area] = Totals.read(host, area * Totals.BYTES);
        }
    }

    /** Returns a checksum whose totals are there; waits for its blocks, but not for the application. */
    Checksum read(int area, CopyShape shape, CUstream free) throws DriverException {
        int bytes = BYTES_PER_BLOCK * shape.blocks();
        ByteBuffer blocks = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int result = JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(blocks), blocks(area, shape), bytes, free);
        DriverException.check("cuMemcpyDtoHAsync", result);
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(free));
        return Checksum.read(totalsOf(area), blocks, shape.blocks());
    }
}
