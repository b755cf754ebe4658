package dev.rollcall.gpu;

/**
 * How much a copy moves, whatever the pitches of its sides: planes of rows. Each row is padded with zeros to whole
 * {@linkplain ChecksumUnit units}, and the units of all rows in turn form blocks that have a sum each. Immutable and
 * thread-safe.
 *
 * @param rowBytes bytes of a row, from 1; of the whole copy if it is linear
 * @param rows rows of a plane, from 1
 * @param planes number of planes, from 1
 */
record CopyShape(long rowBytes, int rows, int planes) {

    private static final int SMALLEST_SHIFT = 8;
    private static final int MIDDLE_SHIFT = 10;
    private static final int USUAL_SHIFT = 12;
    private static final long SMALL = 1L << 20;
    private static final long MIDDLE = 1L << 24;
    private static final long MOST_BLOCKS = 1 << 16;
    private static final int HEAD = 256;
    private static final int HEAD_OF_LARGE = 64;

    /** Checks the ranges. */
    CopyShape {
        if (rowBytes < 1 || rows < 1 || planes < 1) {
            throw new IllegalArgumentException("empty: " + rowBytes + " × " + rows + " × " + planes);
        }
    }

    /** Returns the units of a row. */
    long unitsPerRow() {
        return (rowBytes + ChecksumUnit.BYTES - 1) / ChecksumUnit.BYTES;
    }

    /** Returns the units of all rows. */
    long units() {
        return unitsPerRow() * rows * planes;
    }

    /**
     * Returns the size of a block in units, as a power of two. With blocks of 64 KiB, a GPU reads as fast as it can. Smaller
     * copies have smaller blocks, so that the whole GPU takes part; the largest have larger ones, to bound the memory for the
     * sums.
     */
    int unitShift() {
        long bytes = bytes();
        int shift = bytes <= SMALL ? SMALLEST_SHIFT : bytes <= MIDDLE ? MIDDLE_SHIFT : USUAL_SHIFT;
        while (blocks(shift) > MOST_BLOCKS) {
            shift++;
        }
        return shift;
    }

    /**
     * Returns how many units form the head of a block, which has a sum of its own. Large blocks have smaller heads, because the
     * copy waits for a pass over all heads.
     */
    int head() {
        return unitShift() < USUAL_SHIFT ? HEAD : HEAD_OF_LARGE;
    }

    /** Returns whether the time of a sum is that of its launch, and not of its work. */
    boolean small() {
        return bytes() <= SMALL;
    }

    /** Returns the bytes of all units, padding included. */
    long bytes() {
        return units() * ChecksumUnit.BYTES;
    }

    /** Returns the number of blocks, 1 to 65,536. */
    int blocks() {
        return (int) blocks(unitShift());
    }

    /** Returns the units of a block; the last one may have fewer than the others. */
    int unitsOf(int block) {
        int shift = unitShift();
        return (int) Math.min(units() - ((long) block << shift), 1L << shift);
    }

    private long blocks(int shift) {
        return (units() + (1L << shift) - 1) >> shift;
    }
}
