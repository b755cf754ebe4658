package dev.rollcall.gpu;

import java.nio.ByteBuffer;

/**
 * The part of a checksum that shows whether two are equal, without a look at the blocks. Immutable and thread-safe.
 *
 * @param total the sum over the blocks, which depends on their order
 * @param bag the sum over all words, which does not depend on their order
 * @param first the content of the first unit
 * @param last the content of the last unit
 */
record ChecksumTotals(long total, long bag, ChecksumUnit first, ChecksumUnit last) {

    /** The bytes that the kernel writes: these fields, then when it began and when it ended, 8 bytes each. */
    static final int BYTES = 64;

    /** Offset of the time at which the kernel began, in nanoseconds of its device. */
    static final int BEGAN = 48;

    /** Offset of the time at which it ended. */
    static final int ENDED = 56;

    /** Reads what the kernel wrote at {@code offset}; the buffer is little-endian. */
    static ChecksumTotals read(ByteBuffer buffer, int offset) {
        return new ChecksumTotals(
                buffer.getLong(offset),
                buffer.getLong(offset + 8),
                new ChecksumUnit(buffer.getLong(offset + 16), buffer.getLong(offset + 24)),
                new ChecksumUnit(buffer.getLong(offset + 32), buffer.getLong(offset + 40)));
    }

    /** Returns these totals less earlier sums, to which the kernel added; the units are not sums. */
    ChecksumTotals since(ChecksumTotals before) {
        return new ChecksumTotals(total - before.total, bag - before.bag, first, last);
    }
}
