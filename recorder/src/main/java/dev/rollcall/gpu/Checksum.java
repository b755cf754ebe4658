package dev.rollcall.gpu;

/**
 * The checksum of one side of a copy, by blocks. Thread-safe as long as the array does not change.
 *
 * @param totals the sums over all blocks
 * @param blocks two sums for each block: of all its units, then of its head
 */
record Checksum(ChecksumTotals totals, long[] blocks) {

    /** Returns the number of blocks. */
    int count() {
        return blocks.length / 2;
    }

    /** Returns the sum of all units of a block. */
    long whole(int block) {
        return blocks[2 * block];
    }

    /** Returns the sum of the first units of a block. */
    long head(int block) {
        return blocks[2 * block + 1];
    }
}
