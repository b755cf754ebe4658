package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Sums bytes that the host can read, with the same result as the kernel on a device. Stateless. */
final class HostChecksum {

    private HostChecksum() {}

    /** Sums bytes in a row, from the buffer's start. */
    static Checksum of(ByteBuffer bytes) {
        return of(bytes, CopyShape.linear(bytes.limit()), bytes.limit(), bytes.limit());
    }

    /**
     * Sums rows with a pitch, from the buffer's start.
     *
     * @param rowPitch distance of two rows in bytes
     * @param planePitch distance of two planes in bytes
     */
    static Checksum of(ByteBuffer bytes, CopyShape shape, long rowPitch, long planePitch) {
        ByteBuffer memory = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int shift = shape.unitShift();
        long[] blocks = new long[2 * shape.blocks()];
        long bag = 0;
        Unit first = null;
        Unit last = null;
        long unit = 0;
        for (long row = 0; row < (long) shape.rows() * shape.planes(); row++) {
            long start = row / shape.rows() * planePitch + row % shape.rows() * rowPitch;
            for (long done = 0; done < shape.rowBytes(); done += Unit.BYTES) {
                last = unitAt(memory, (int) (start + done), (int) Math.min(Unit.BYTES, shape.rowBytes() - done));
                first = first == null ? last : first;
                int inBlock = (int) (unit & (1L << shift) - 1);
                long sum = Mixing.placed(last.low(), last.high(), inBlock);
                int block = (int) (unit >>> shift);
                blocks[2 * block] += sum;
                if (inBlock < shape.head()) {
                    blocks[2 * block + 1] += sum;
                }
                bag += Mixing.unplaced(last.low(), last.high());
                unit++;
            }
        }
        return new Checksum(new Totals(total(blocks), bag, first, last), blocks);
    }

    private static long total(long[] blocks) {
        long total = 0;
        for (int block = 0; block < blocks.length / 2; block++) {
            total += Mixing.ofBlock(blocks[2 * block], block);
        }
        return total;
    }

    private static Unit unitAt(ByteBuffer memory, int offset, int count) {
        if (count == Unit.BYTES) {
            return new Unit(memory.getLong(offset), memory.getLong(offset + 8));
        }
        long low = 0;
        long high = 0;
        for (int index = 0; index < count; index++) {
            long value = memory.get(offset + index) & 0xffL;
            if (index < 8) {
                low |= value << 8 * index;
            } else {
                high |= value << 8 * (index - 8);
            }
        }
        return new Unit(low, high);
    }
}
