package dev.rollcall.gpu;

import dev.rollcall.trace.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** Sums what a collective wrote into memory of the host, as the kernel does; docs/checksum.md defines the sum. For one thread. */
public final class ResultSum {
    private final NanLanes lanes;
    private long bytes;
    private long words;
    private long sum;
    private long partial;
    private int partialBytes;

    private ResultSum(NanLanes lanes) {
        this.lanes = lanes;
    }

    /** Returns a sum of no elements; null for a type whose equal results may have different bits. */
    public static ResultSum of(ElementType type) {
        NanLanes lanes = NanLanes.of(type);
        return lanes == null ? null : new ResultSum(lanes);
    }

    /** Adds elements that follow the ones before. */
    public void add(ByteBuffer more) {
        ByteBuffer rest = more.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        bytes += rest.remaining();
        while (partialBytes > 0 && rest.hasRemaining()) {
            addByte(rest.get());
        }
        LongBuffer whole = rest.asLongBuffer();
        int count = whole.remaining();
        for (int i = 0; i < count; i++) {
            sum += ChecksumArithmetic.atPlace(lanes.canonical(whole.get(i)), words + i);
        }
        words += count;
        rest.position(rest.position() + count * Long.BYTES);
        while (rest.hasRemaining()) {
            addByte(rest.get());
        }
    }

    private void addByte(byte value) {
        partial |= (value & 0xffL) << Byte.SIZE * partialBytes++;
        if (partialBytes == Long.BYTES) {
            sum += ChecksumArithmetic.atPlace(lanes.canonical(partial), words++);
            partial = 0;
            partialBytes = 0;
        }
    }

    /** Returns how many bytes were added. */
    public long bytes() {
        return bytes;
    }

    /** Returns the sum. */
    public long value() {
        long all = sum;
        long count = words;
        if (partialBytes > 0) {
            all += ChecksumArithmetic.atPlace(lanes.canonical(partial), count++);
        }
        return count % 2 == 0 ? all : all + ChecksumArithmetic.atPlace(0, count);
    }
}
