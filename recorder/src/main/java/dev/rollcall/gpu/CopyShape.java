package dev.rollcall.gpu;

/**
 * How much a copy moves, whatever the pitches of its two sides: planes of rows. Each row is padded by zeros to whole
 * {@linkplain ChecksumUnit units}, and the units of all rows, one after the other, are cut into blocks that are summed apart.
 * Immutable and thread-safe.
 *
 * @param rowBytes length of a row, from 1; of the whole copy if it is linear
 * @param rows rows of a plane, from 1
 * @param planes how many planes, from 1
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
            throw new IllegalArgumentException("no bytes: " + rowBytes + " × " + rows + " × " + planes);
        }
    }

    /** Returns the shape of a copy of {@code bytes} in a row. */
    static CopyShape linear(long bytes) {
        return new CopyShape(bytes, 1, 1);
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
     * Returns the size of a block in units, as a power of two. A block of 64 KiB lets a GPU read as fast as it can; smaller
     * copies have smaller blocks so that all of the GPU takes part, and the largest ones larger, to bound the memory for
     * the sums.
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
     * Returns how many units of each block are summed a second time, alone: of large blocks fewer, for the copy waits for a
     * pass over all heads.
     */
    int head() {
        return unitShift() < USUAL_SHIFT ? HEAD : HEAD_OF_LARGE;
    }

    /** Returns whether a launch, and not its work, is what a sum takes. */
    boolean small() {
        return bytes() <= SMALL;
    }

    /** Returns how many bytes a sum reads, with the padding. */
    long bytes() {
        return units() * ChecksumUnit.BYTES;
    }

    /** Returns how many blocks there are, 1 to 65,536. */
    int blocks() {
        return (int) blocks(unitShift());
    }

    /** Returns how many units a block has, which are fewer in the last one. */
    int unitsOf(int block) {
        int shift = unitShift();
        return (int) Math.min(units() - ((long) block << shift), 1L << shift);
    }

    private long blocks(int shift) {
        return (units() + (1L << shift) - 1) >> shift;
    }
}
