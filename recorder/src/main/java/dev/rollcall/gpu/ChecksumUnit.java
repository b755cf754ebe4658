package dev.rollcall.gpu;

/**
 * Sixteen bytes in the order of memory, the piece that checksums are made of. {@code low} holds the first eight bytes and
 * {@code high} the others, the first byte of each in the lowest bits. Bytes beyond the end of a row are zero. Immutable and
 * thread-safe.
 */
record ChecksumUnit(long low, long high) {

    /** The bytes of a unit. */
    static final int BYTES = 16;

    /** Returns the byte at {@code index}, 0 to 15. */
    int byteAt(int index) {
        long half = index < 8 ? low : high;
        return (int) (half >>> 8 * (index & 7)) & 0xff;
    }

    /** Returns how many bytes from the first on equal those of {@code other}, 0 to 16. */
    int commonStart(ChecksumUnit other) {
        int index = 0;
        while (index < BYTES && byteAt(index) == other.byteAt(index)) {
            index++;
        }
        return index;
    }

    /** Returns whether all bytes from {@code index} on equal those of {@code other}. */
    boolean equalFrom(int index, ChecksumUnit other) {
        for (int at = index; at < BYTES; at++) {
            if (byteAt(at) != other.byteAt(at)) {
                return false;
            }
        }
        return true;
    }
}
