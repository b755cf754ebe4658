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
 * A buffer in a device's memory. It begins with the totals of all areas, which every copy fetches; the sums of the blocks follow,
 * which are fetched only where totals differ.
 */
final class DeviceChecksumBuffer extends ChecksumBuffer {
    private static final int TOTALS = AREAS * ChecksumTotals.BYTES;
    private static final int BYTES_PER_BLOCK = 16;
    private static final int MIN_POWER = 6;

    private final int power;
    private final CUdeviceptr device;
    private final MappedMemory.Piece pinned;
    private final CUevent fetched;
    private final Pointer host;
    /** The sums at the time of {@link #reuse}: the kernel adds to its totals. */
    private final ChecksumTotals[] earlier = new ChecksumTotals[AREAS];

    private DeviceChecksumBuffer(
            int power, CUdeviceptr device, MappedMemory.Piece pinned, CUevent done, CUevent fetched) {
        super(done);
        this.power = power;
        this.device = device;
        this.pinned = pinned;
        this.fetched = fetched;
        this.host = Pointer.to(pinned.host());
        Arrays.fill(earlier, new ChecksumTotals(0, 0, new ChecksumUnit(0, 0), new ChecksumUnit(0, 0)));
    }

    /**
     * Allocates a buffer for {@code 1 << power} blocks in the current context.
     *
     * @param stream a stream that never waits for the application
     */
    static DeviceChecksumBuffer allocate(int power, MappedMemory memory, CUstream stream) throws DriverException {
        MappedMemory.Piece pinned = memory.take(TOTALS);
        CUdeviceptr device = new CUdeviceptr();
        DriverCalls.allocate(device, bytes(power));
        CUevent done = DriverCalls.newEvent();
        CUevent fetched = DriverCalls.newEvent();
        DriverException.check("cuMemsetD8Async", JCudaDriver.cuMemsetD8Async(device, (byte) 0, TOTALS, stream));
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        return new DeviceChecksumBuffer(power, device, pinned, done, fetched);
    }

    /** Returns the buffer size that a copy's blocks need, as a power of two. */
    static int power(CopyShape shape) {
        return Math.max(MIN_POWER, Integer.SIZE - Integer.numberOfLeadingZeros(shape.blocks() - 1));
    }

    /** Returns the bytes of a buffer for {@code 1 << power} blocks. */
    static long bytes(int power) {
        return TOTALS + ((long) AREAS * BYTES_PER_BLOCK << power);
    }

    int power() {
        return power;
    }

    @Override
    long blocksAddress(int area, CopyShape shape) {
        return JCudaHandles.of(device) + TOTALS + (long) area * BYTES_PER_BLOCK * shape.blocks();
    }

    @Override
    long totalsAddress(int area) {
        return JCudaHandles.of(device) + area * ChecksumTotals.BYTES;
    }

    @Override
    boolean onHost() {
        return false;
    }

    @Override
    void fetch(CUstream stream) throws DriverException {
        int result = JCudaDriver.cuMemcpyDtoHAsync(host, device, TOTALS, stream);
        DriverException.check("cuMemcpyDtoHAsync", result);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(fetched, stream));
    }

    @Override
    boolean fetched() throws DriverException {
        return DriverCalls.done(fetched);
    }

    @Override
    ChecksumTotals totals(int area, CopyShape shape) {
        return ChecksumTotals.read(pinned.host(), area * ChecksumTotals.BYTES).since(earlier[area]);
    }

    /** Returns when a checksum began, in nanoseconds of its device, once its totals are fetched. */
    long began(int area) {
        return pinned.host().getLong(area * ChecksumTotals.BYTES + ChecksumTotals.BEGAN);
    }

    /** Returns when a checksum ended, in nanoseconds of its device; not known of {@link ChecksumKernel.Pass#WHOLE}. */
    long ended(int area) {
        return pinned.host().getLong(area * ChecksumTotals.BYTES + ChecksumTotals.ENDED);
    }

    @Override
    void reuse() {
        for (int area = 0; area < AREAS; area++) {
            earlier[area] = ChecksumTotals.read(pinned.host(), area * ChecksumTotals.BYTES);
        }
    }

    @Override
    Checksum read(int area, CopyShape shape, CUstream stream) throws DriverException {
        int bytes = BYTES_PER_BLOCK * shape.blocks();
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        CUdeviceptr from = JCudaHandles.pointer(blocksAddress(area, shape));
        int result = JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(buffer), from, bytes, stream);
        DriverException.check("cuMemcpyDtoHAsync", result);
        DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
        long[] blocks = new long[2 * shape.blocks()];
        buffer.asLongBuffer().get(0, blocks);
        return new Checksum(totals(area, shape), blocks);
    }
}
