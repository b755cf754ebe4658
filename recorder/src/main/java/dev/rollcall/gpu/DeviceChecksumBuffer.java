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
 * Room on the device. First come the totals of all areas, which are always brought to the host, then the blocks' sums, which stay
 * until somebody wants them.
 */
final class DeviceChecksumBuffer implements ChecksumBuffer {
    private static final int TOTALS = AREAS * ChecksumTotals.BYTES;
    private static final int BYTES_PER_BLOCK = 16;
    private static final int SMALLEST = 6;

    private final ChecksumTask task = new ChecksumTask();
    private final CUevent done;
    private final CUevent fetched;
    private final int power;
    private final CUdeviceptr device = new CUdeviceptr();
    private final MappedMemory.Piece pinned;
    private final Pointer host;
    private final ChecksumTotals[] earlier = new ChecksumTotals[AREAS];

    /**
     * Makes room for {@code 1 << power} blocks in the current context.
     *
     * @param free a stream in which nothing ever waits for the application
     */
    DeviceChecksumBuffer(int power, MappedMemory memory, CUstream free) throws DriverException {
        this.power = power;
        pinned = memory.take(TOTALS);
        host = Pointer.to(pinned.host());
        DriverCalls.allocate(device, bytes(power));
        done = GpuContext.newEvent();
        fetched = GpuContext.newEvent();
        DriverException.check("cuMemsetD8Async", JCudaDriver.cuMemsetD8Async(device, (byte) 0, TOTALS, free));
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(free));
        Arrays.fill(earlier, new ChecksumTotals(0, 0, new ChecksumUnit(0, 0), new ChecksumUnit(0, 0)));
    }

    /** Returns the room that a copy's blocks need, as a power of two. */
    static int power(CopyShape shape) {
        return Math.max(SMALLEST, Integer.SIZE - Integer.numberOfLeadingZeros(shape.blocks() - 1));
    }

    /** Returns how many bytes such room takes. */
    static long bytes(int power) {
        return TOTALS + ((long) AREAS * BYTES_PER_BLOCK << power);
    }

    int power() {
        return power;
    }

    @Override
    public ChecksumTask task() {
        return task;
    }

    @Override
    public CUevent done() {
        return done;
    }

    @Override
    public boolean mapped() {
        return false;
    }

    @Override
    public void place(int area, CopyShape shape, ByteBuffer into, int offset) {
        into.putLong(offset, blocksAt(area, shape))
                .putLong(offset + 8, JCudaHandles.of(device) + area * ChecksumTotals.BYTES);
    }

    private long blocksAt(int area, CopyShape shape) {
        return JCudaHandles.of(device) + TOTALS + (long) area * BYTES_PER_BLOCK * shape.blocks();
    }

    @Override
    public void fetch(CUstream stream) throws DriverException {
        int result = JCudaDriver.cuMemcpyDtoHAsync(host, device, TOTALS, stream);
        DriverException.check("cuMemcpyDtoHAsync", result);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(fetched, stream));
    }

    @Override
    public boolean fetched() throws DriverException {
        return DriverCalls.done(fetched);
    }

    @Override
    public ChecksumTotals totalsOf(int area, CopyShape shape) {
        return ChecksumTotals.read(pinned.host(), area * ChecksumTotals.BYTES).since(earlier[area]);
    }

    /** Returns when a sum began, in nanoseconds of its device, once its totals are there. */
    long began(int area) {
        return pinned.host().getLong(area * ChecksumTotals.BYTES + ChecksumTotals.BEGAN);
    }

    /** Returns when a sum ended that is not {@linkplain SideChecksums.Pass#WHOLE whole}, likewise. */
    long ended(int area) {
        return pinned.host().getLong(area * ChecksumTotals.BYTES + ChecksumTotals.ENDED);
    }

    @Override
    public void reuse() {
        // The next sums add to these.
        for (int area = 0; area < AREAS; area++) {
            earlier[area] = ChecksumTotals.read(pinned.host(), area * ChecksumTotals.BYTES);
        }
    }

    @Override
    public Checksum read(int area, CopyShape shape, CUstream free) throws DriverException {
        int bytes = BYTES_PER_BLOCK * shape.blocks();
        ByteBuffer blocks = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        CUdeviceptr from = JCudaHandles.pointer(blocksAt(area, shape));
        int result = JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(blocks), from, bytes, free);
        DriverException.check("cuMemcpyDtoHAsync", result);
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(free));
        return Checksum.read(totalsOf(area, shape), blocks, shape.blocks());
    }
}
