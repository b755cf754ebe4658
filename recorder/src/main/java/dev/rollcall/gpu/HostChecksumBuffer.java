package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/**
 * Room in the host's memory for the sums of a small copy's blocks, of which the host makes the totals. Nothing is brought there after
 * the kernel, and no thread block of it waits for another.
 */
final class HostChecksumBuffer implements ChecksumBuffer {
    /** Of a small copy. */
    private static final int MOST_BLOCKS = 256;

    private static final int BYTES_PER_BLOCK = 32;
    private static final int BYTES_PER_AREA = ChecksumTotals.BYTES + MOST_BLOCKS * BYTES_PER_BLOCK;

    /** How many bytes such room takes. */
    static final int BYTES = AREAS * BYTES_PER_AREA;

    private final ChecksumTask task = new ChecksumTask();
    private final CUevent done;
    private final MappedMemory.Piece memory;

    /** Makes room in the current context. */
    HostChecksumBuffer(MappedMemory from) throws DriverException {
        memory = from.take(BYTES);
        done = GpuContext.newEvent();
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
        return true;
    }

    @Override
    public void place(int area, CopyShape shape, ByteBuffer into, int offset) {
        long totals = memory.address() + (long) area * BYTES_PER_AREA;
        into.putLong(offset, totals + ChecksumTotals.BYTES).putLong(offset + 8, totals);
    }

    @Override
    public void fetch(CUstream stream) {
        // It is here.
    }

    @Override
    public boolean fetched() {
        return true;
    }

    @Override
    public ChecksumTotals totalsOf(int area, CopyShape shape) {
        return read(area, shape, null).totals();
    }

    @Override
    public void reuse() {
        // Each sum is written over the one before.
    }

    @Override
    public Checksum read(int area, CopyShape shape, CUstream free) {
        int start = area * BYTES_PER_AREA;
        long[] blocks = new long[2 * shape.blocks()];
        long total = 0;
        long bag = 0;
        for (int block = 0; block < shape.blocks(); block++) {
            int at = start + ChecksumTotals.BYTES + block * BYTES_PER_BLOCK;
            blocks[2 * block] = memory.host().getLong(at);
            blocks[2 * block + 1] = memory.host().getLong(at + 8);
            bag += memory.host().getLong(at + 16);
            total += ChecksumArithmetic.ofBlock(blocks[2 * block], block);
        }
        ChecksumTotals units = ChecksumTotals.read(memory.host(), start);
        return new Checksum(new ChecksumTotals(total, bag, units.first(), units.last()), blocks);
    }
}
