package dev.rollcall.gpu;

/**
 * Sixteen bytes in memory's order, the piece that a checksum is made of: {@code low} has the first eight, {@code high} the
 * other eight, the first byte of each lowest. What is cut off at the end of a row is zero. Immutable and thread-safe.
 */
record ChecksumUnit(long low, long high) {

    /** How many bytes a unit has. */
    static final int BYTES = 16;

    /** Returns the byte at {@code index}, 0 to 15. */
    int byteAt(int index) {
        long half = index < 8 ? low : high;
        return (int) (half >>> 8 * (index & 7)) & 0xff;
    }

    /** Returns how many bytes from the first on are those of {@code other}, 0 to 16. */
    int commonStart(ChecksumUnit other) {
        int index = 0;
        while (index < BYTES && byteAt(index) == other.byteAt(index)) {
            index++;
        }
        return index;
    }

    /** Returns whether all bytes from {@code index} on are those of {@code other}. */
    boolean equalFrom(int index, ChecksumUnit other) {
        for (int each = index; each < BYTES; each++) {
            if (byteAt(each) != other.byteAt(each)) {
                return false;
            }
        }
        return true;
    }
}
