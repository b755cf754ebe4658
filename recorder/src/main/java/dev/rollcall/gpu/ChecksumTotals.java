package dev.rollcall.gpu;

import java.nio.ByteBuffer;

/**
 * What tells at a glance whether two checksums are equal, before any block's sum is looked at. Immutable and thread-safe.
 *
 * @param total the sum over the blocks, in which each has its place
 * @param bag a sum over all words that does not depend on their places
 * @param first the first unit as it is
 * @param last the last unit as it is
 */
record ChecksumTotals(long total, long bag, ChecksumUnit first, ChecksumUnit last) {

    /** How many bytes the kernel writes: these, and when it began and ended, each in 8 bytes. */
    static final int BYTES = 64;

    /** Where it writes when it began, in nanoseconds of its device. */
    static final int BEGAN = 48;

    /** Where it writes when it ended. */
    static final int ENDED = 56;

    /** Reads what the kernel wrote at {@code offset}; the buffer is little-endian. */
    static ChecksumTotals read(ByteBuffer buffer, int offset) {
        return new ChecksumTotals(
                buffer.getLong(offset),
                buffer.getLong(offset + 8),
                new ChecksumUnit(buffer.getLong(offset + 16), buffer.getLong(offset + 24)),
                new ChecksumUnit(buffer.getLong(offset + 32), buffer.getLong(offset + 40)));
    }

    /** Returns what was added to what the sums were before; the units are the later ones. */
    ChecksumTotals since(ChecksumTotals before) {
        return new ChecksumTotals(total - before.total, bag - before.bag, first, last);
    }
}
