package dev.rollcall.gpu;

import java.nio.ByteBuffer;

/** Sums bytes that the host can read, with the same result as the kernel. For one region and one thread. */
final class HostChecksum {
    /** Each thread's buffer for the words that it sums. */
    private static final ThreadLocal<long[]> WORDS =
            ThreadLocal.withInitial(() -> new long[HostBytes.maxLength() / Long.BYTES]);

    private final HostBytes memory;
    private final CopyShape shape;
    private final boolean headsOnly;
    private final long[] blocks;
    private final long[] words = WORDS.get();
    private long bag;
    private long unit;

    private HostChecksum(HostBytes memory, CopyShape shape, boolean headsOnly) {
        this.memory = memory;
        this.shape = shape;
        this.headsOnly = headsOnly;
        this.blocks = new long[2 * shape.blocks()];
    }

    /**
     * Sums rows with a pitch.
     *
     * @param rowPitch distance of two rows in bytes
     * @param planePitch distance of two planes in bytes
     */
    static Checksum of(HostBytes memory, CopyShape shape, long rowPitch, long planePitch) {
        return new HostChecksum(memory, shape, false).sum(rowPitch, planePitch);
    }

    /** Sums only the heads of the blocks. Of the totals, only the first and last unit are valid. */
    static Checksum heads(HostBytes memory, CopyShape shape, long rowPitch, long planePitch) {
        return new HostChecksum(memory, shape, true).sum(rowPitch, planePitch);
    }

    private Checksum sum(long rowPitch, long planePitch) {
        long start = 0;
        for (int plane = 0; plane < shape.planes(); plane++) {
            for (int row = 0; row < shape.rows(); row++) {
                start = plane * planePitch + row * rowPitch;
                addRow(start);
            }
        }
        long lastUnit = (shape.unitsPerRow() - 1) * ChecksumUnit.BYTES;
        ChecksumUnit first = unitAt(0, Math.min(ChecksumUnit.BYTES, shape.rowBytes()));
        ChecksumUnit last = unitAt(start + lastUnit, shape.rowBytes() - lastUnit);
        return new Checksum(new ChecksumTotals(total(), bag, first, last), blocks);
    }

    private void addRow(long start) {
        long mask = (1L << shape.unitShift()) - 1;
        long done = 0;
        while (done < shape.rowBytes()) {
            long inBlock = unit & mask;
            long wanted = shape.rowBytes() - done;
            if (headsOnly && inBlock >= shape.head()) {
                long skipped = Math.min((wanted + ChecksumUnit.BYTES - 1) / ChecksumUnit.BYTES, mask + 1 - inBlock);
                unit += skipped;
                done += skipped * ChecksumUnit.BYTES;
                continue;
            }
            long units = headsOnly ? shape.head() - inBlock : mask + 1 - inBlock;
            int length = (int) Math.min(Math.min(wanted, units * ChecksumUnit.BYTES), HostBytes.maxLength());
            add(fetch(memory.read(start + done, length), length));
            done += length;
        }
    }

    /** Copies bytes into the words, and returns how many units they are. */
    private int fetch(ByteBuffer bytes, int length) {
        int units = length / ChecksumUnit.BYTES;
        bytes.asLongBuffer().get(0, words, 0, 2 * units);
        if (length % ChecksumUnit.BYTES != 0) {
            ChecksumUnit cut = unit(bytes, units * ChecksumUnit.BYTES, length % ChecksumUnit.BYTES);
            words[2 * units] = cut.low();
            words[2 * units + 1] = cut.high();
            units++;
        }
        return units;
    }

    /** Adds units that all belong to one block. */
    private void add(int units) {
        int block = (int) (unit >>> shape.unitShift());
        int inBlock = (int) (unit & (1L << shape.unitShift()) - 1);
        int head = Math.max(0, Math.min(units, shape.head() - inBlock));
        long headSum = ChecksumArithmetic.placed(words, 0, head, inBlock);
        blocks[2 * block] += headSum + ChecksumArithmetic.placed(words, head, units, inBlock + head);
        blocks[2 * block + 1] += headSum;
        if (!headsOnly) {
            bag += ChecksumArithmetic.unplaced(words, 2 * units);
        }
        unit += units;
    }

    private long total() {
        long total = 0;
        for (int block = 0; block < blocks.length / 2; block++) {
            total += ChecksumArithmetic.atPlace(blocks[2 * block], block);
        }
        return total;
    }

    private ChecksumUnit unitAt(long offset, long count) {
        return unit(memory.read(offset, (int) count), 0, (int) count);
    }

    private static ChecksumUnit unit(ByteBuffer bytes, int offset, int count) {
        if (count == ChecksumUnit.BYTES) {
            return new ChecksumUnit(bytes.getLong(offset), bytes.getLong(offset + 8));
        }
        long low = 0;
        long high = 0;
        for (int index = 0; index < count; index++) {
            long value = bytes.get(offset + index) & 0xffL;
            if (index < 8) {
                low |= value << 8 * index;
            } else {
                high |= value << 8 * (index - 8);
            }
        }
        return new ChecksumUnit(low, high);
    }
}
