package dev.rollcall.trace;

import java.nio.ByteBuffer;

/** The writer's counters of what it had to leave out. Thread-safe. */
final class LossCounters {
    private final ByteBuffer memory;

    LossCounters(ByteBuffer memory) {
        this.memory = memory;
    }

    void count(LossKind kind) {
        count(kind, 1);
    }

    void count(LossKind kind, long number) {
        AtomicWords.getAndAdd(memory, HeaderDescriptor.LOSSES_OFFSET + kind.code() * Long.BYTES, number);
    }
}
