package dev.rollcall.gpu;

import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/**
 * A buffer in the host's memory for the block sums of a small copy, which the host adds up to the totals. Nothing has to be
 * fetched after the kernel, and none of its thread blocks waits for another.
 */
final class HostChecksumBuffer extends ChecksumBuffer {
    /** The most blocks of a {@linkplain CopyShape#small small} copy. */
    private static final int MAX_BLOCKS = 256;

    private static final int BYTES_PER_BLOCK = 32;
    private static final int BYTES_PER_AREA = ChecksumTotals.BYTES + MAX_BLOCKS * BYTES_PER_BLOCK;

    /** The bytes of a buffer. */
    static final int BYTES = AREAS * BYTES_PER_AREA;

    private final MappedMemory.Piece memory;

    private HostChecksumBuffer(MappedMemory.Piece memory, CUevent done) {
        super(done);
        this.memory = memory;
    }

    /** Allocates a buffer for the current context. */
    static HostChecksumBuffer allocate(MappedMemory memory) throws DriverException {
        MappedMemory.Piece piece = memory.take(BYTES);
        return new HostChecksumBuffer(piece, DriverCalls.newEvent());
    }

    @Override
    long blocksAddress(int area, CopyShape shape) {
        return totalsAddress(area) + ChecksumTotals.BYTES;
    }

    @Override
    long totalsAddress(int area) {
        return memory.address() + (long) area * BYTES_PER_AREA;
    }

    @Override
    boolean onHost() {
        return true;
    }

    @Override
    void fetch(CUstream stream) {
        // It is on the host.
    }

    @Override
    boolean fetched() {
        return true;
    }

    @Override
    ChecksumTotals totals(int area, CopyShape shape) {
        return read(area, shape, null).totals();
    }

    @Override
    void reuse() {
        // Each checksum overwrites the one before.
    }

    @Override
    Checksum read(int area, CopyShape shape, CUstream stream) {
        int start = area * BYTES_PER_AREA;
        long[] blocks = new long[2 * shape.blocks()];
        long total = 0;
        long bag = 0;
        for (int block = 0; block < shape.blocks(); block++) {
            int at = start + ChecksumTotals.BYTES + block * BYTES_PER_BLOCK;
            blocks[2 * block] = memory.host().getLong(at);
            blocks[2 * block + 1] = memory.host().getLong(at + 8);
            bag += memory.host().getLong(at + 16);
            total += ChecksumArithmetic.atPlace(blocks[2 * block], block);
        }
        ChecksumTotals units = ChecksumTotals.read(memory.host(), start);
        return new Checksum(new ChecksumTotals(total, bag, units.first(), units.last()), blocks);
    }
}
