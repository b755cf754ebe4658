package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Keeps, for one communicator, the per-rank counts (splits) of the newest calls whose counts differ by rank, such as an uneven
 * all-to-all. {@link NewestLists} has the layout. Thread-safe without a lock.
 */
final class NewestListsWriter {
    private final ByteBuffer memory;
    private final HeapAllocator heap;
    private final LossCounters losses;
    private final int entryOffset;

    /** Makes a writer that keeps the id of its heap entry at the offset {@code entryOffset}. */
    NewestListsWriter(ByteBuffer memory, int entryOffset, HeapAllocator heap, LossCounters losses) {
        this.memory = memory;
        this.heap = heap;
        this.losses = losses;
        this.entryOffset = entryOffset;
    }

    /**
     * Keeps two lists. Returns false, counted as a loss, where the heap is full, another thread is writing the area, or both
     * areas hold newer calls.
     */
    boolean keep(long sequence, long hash, long[] input, int inputCount, long[] output, int outputCount) {
        int values = inputCount + outputCount;
        int entry = AtomicWords.getIntAcquire(memory, entryOffset);
        if (entry == 0 || memory.getInt(heap.content(entry) + NewestLists.CAPACITY_OFFSET) < values) {
            entry = replace(entry, values);
        }
        int area = entry == 0 ? -1 : lockOlder(entry, sequence);
        if (area < 0) {
            losses.count(LossKind.LISTS);
            return false;
        }
        VarHandle.storeStoreFence();
        memory.putLong(area + NewestLists.SEQUENCE_OFFSET, sequence);
        memory.putLong(area + NewestLists.HASH_OFFSET, hash);
        memory.putInt(area + NewestLists.INPUT_COUNT_OFFSET, inputCount);
        memory.putInt(area + NewestLists.OUTPUT_COUNT_OFFSET, outputCount);
        put(area + NewestLists.VALUES_OFFSET, input, inputCount);
        put(area + NewestLists.VALUES_OFFSET + inputCount * Long.BYTES, output, outputCount);
        long version = memory.getLong(area + NewestLists.VERSION_OFFSET);
        AtomicWords.setRelease(memory, area + NewestLists.VERSION_OFFSET, version + 1);
        return true;
    }

    private void put(int offset, long[] values, int count) {
        for (int i = 0; i < count; i++) {
            memory.putLong(offset + i * Long.BYTES, values[i]);
        }
    }

    /**
     * Replaces an entry that is too small by a larger one; returns the entry that is in place then, or 0. The lists in the
     * smaller entry are lost.
     */
    private int replace(int small, int values) {
        int capacity = Math.max(8, Integer.highestOneBit(values) * 2);
        int length = (int) NewestLists.contentLength(capacity);
        int entry = heap.allocate(length);
        if (entry == 0) {
            return 0;
        }
        memory.putInt(heap.content(entry) + NewestLists.CAPACITY_OFFSET, capacity);
        heap.publish(entry, HeapEntry.NEWEST_LISTS, length);
        if (AtomicWords.compareAndSetInt(memory, entryOffset, small, entry)) {
            return entry;
        }
        heap.abandon(entry, length);
        int winner = AtomicWords.getIntAcquire(memory, entryOffset);
        return memory.getInt(heap.content(winner) + NewestLists.CAPACITY_OFFSET) >= values ? winner : 0;
    }

    /** Locks the area with the older lists; returns its offset, or -1 where it is locked, or both are newer. */
    private int lockOlder(int entry, long sequence) {
        int content = heap.content(entry);
        int capacity = memory.getInt(content + NewestLists.CAPACITY_OFFSET);
        int first = content + NewestLists.AREAS_OFFSET;
        int second = first + (int) NewestLists.areaLength(capacity);
        boolean secondIsOlder = memory.getLong(second + NewestLists.SEQUENCE_OFFSET)
                < memory.getLong(first + NewestLists.SEQUENCE_OFFSET);
        int area = secondIsOlder ? second : first;
        long version = AtomicWords.getVolatile(memory, area + NewestLists.VERSION_OFFSET);
        boolean free = (version & 1) == 0
                && memory.getLong(area + NewestLists.SEQUENCE_OFFSET) < sequence
                && AtomicWords.compareAndSet(memory, area + NewestLists.VERSION_OFFSET, version, version + 1);
        return free ? area : -1;
    }
}
