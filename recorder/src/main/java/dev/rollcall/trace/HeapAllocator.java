package dev.rollcall.trace;

import java.nio.ByteBuffer;

/** Allocates heap entries, from front to back; space is never reused. Thread-safe without a lock. */
final class HeapAllocator {
    private final ByteBuffer memory;
    private final int base;
    private final int length;
    private final LossCounters losses;

    HeapAllocator(ByteBuffer memory, FileLayout layout, LossCounters losses) {
        this.memory = memory;
        this.base = layout.heap();
        this.length = layout.heapLength() - HeapEntry.STAMP_LENGTH;
        this.losses = losses;
    }

    /** Returns the offset in the file of an entry. */
    int offset(int id) {
        return base + id * HeapEntry.ALIGNMENT;
    }

    /** Returns the offset in the file of an entry's content. */
    int content(int id) {
        return offset(id) + HeapEntry.HEADER_LENGTH;
    }

    /** Allocates an entry; returns its id, or 0 where there is not enough space left. */
    int allocate(int contentLength) {
        return allocate(contentLength, 0);
    }

    private int allocate(int contentLength, int reserved) {
        if (contentLength > length) {
            return 0;
        }
        int size = HeapEntry.entryLength(contentLength);
        for (; ; ) {
            long used = AtomicWords.getVolatile(memory, TraceHeader.HEAP_USED_OFFSET);
            if (size > length - reserved - used) {
                return 0;
            }
            if (AtomicWords.compareAndSet(memory, TraceHeader.HEAP_USED_OFFSET, used, used + size)) {
                return (int) (used / HeapEntry.ALIGNMENT);
            }
        }
    }

    /** Publishes an entry: a reader that sees its header also sees the content that was written before. */
    void publish(int id, int kind, int contentLength) {
        AtomicWords.setRelease(memory, offset(id), HeapEntry.header(kind, contentLength));
    }

    /**
     * Stores an entry of 32-bit words; returns its id, or 0 where there is not enough space left.
     *
     * @param reserved number of bytes that must stay free
     */
    int append(int kind, int[] words, int count, int contentLength, int reserved) {
        int id = allocate(contentLength, reserved);
        if (id != 0) {
            int content = content(id);
            for (int i = 0; i < count; i++) {
                memory.putInt(content + i * Integer.BYTES, words[i]);
            }
            publish(id, kind, contentLength);
        }
        return id;
    }

    /** Abandons an entry that nothing refers to, because another thread stored the same content first. */
    void abandon(int id, int contentLength) {
        publish(id, HeapEntry.ABANDONED, contentLength);
        losses.count(LossKind.HEAP_ABANDONED, HeapEntry.entryLength(contentLength));
    }
}
