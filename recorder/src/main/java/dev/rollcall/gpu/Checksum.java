package dev.rollcall.gpu;

import java.nio.ByteBuffer;

/**
 * The checksum of one side of a copy, by blocks. Not to be changed once made; then thread-safe.
 *
 * @param totals what was summed over all blocks
 * @param blocks two sums a block: of all its units, then of its head
 */
record Checksum(ChecksumTotals totals, long[] blocks) {

    /** Reads what the kernel wrote for {@code count} blocks from the buffer's start; the buffer is little-endian. */
    static Checksum read(ChecksumTotals totals, ByteBuffer buffer, int count) {
        long[] blocks = new long[2 * count];
        buffer.asLongBuffer().get(0, blocks);
        return new Checksum(totals, blocks);
    }

    /** Returns how many blocks there are. */
    int count() {
        return blocks.length / 2;
    }

    /** Returns the sum of a block. */
    long whole(int block) {
        return blocks[2 * block];
    }

    /** Returns the sum of the first units of a block. */
    long head(int block) {
        return blocks[2 * block + 1];
    }
}
