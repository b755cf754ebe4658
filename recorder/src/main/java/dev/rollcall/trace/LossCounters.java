package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/** The counters of what the recorder could not record, in the header. Thread-safe. */
final class LossCounters {
    private final ByteBuffer memory;

    LossCounters(ByteBuffer memory) {
        this.memory = memory;
    }

    void count(LossKind kind) {
        count(kind, 1);
    }

    void count(LossKind kind, long number) {
        AtomicWords.getAndAdd(memory, TraceHeader.LOSSES_OFFSET + kind.code() * Long.BYTES, number);
    }

    /** Returns the counters that are not 0. */
    static Map<LossKind, Long> read(ByteBuffer memory) {
        Map<LossKind, Long> losses = new EnumMap<>(LossKind.class);
        for (int counter = 0; counter < TraceHeader.LOSSES; counter++) {
            long count = memory.getLong(TraceHeader.LOSSES_OFFSET + counter * Long.BYTES);
            if (count != 0) {
                losses.merge(LossKind.ofCode(counter), count, Long::sum);
            }
        }
        return losses;
    }
}
