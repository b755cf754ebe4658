package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Keeps the newest lists of one communicator in full. Thread-safe without a lock. */
final class NewestListsWriter {
    private final ByteBuffer memory;
    private final HeapAllocator space;
    private final LossCounters losses;
    private final int reference;

    /** Makes a writer for the entry whose field for the region is at the offset {@code reference}. */
    NewestListsWriter(ByteBuffer memory, int reference, HeapAllocator space, LossCounters losses) {
        this.memory = memory;
        this.reference = reference;
        this.space = space;
        this.losses = losses;
    }

    /** Keeps two lists; returns false, counted, where the heap is full or another thread writes the same area. */
    boolean keep(long sequence, long hash, long[] input, int inputCount, long[] output, int outputCount) {
        int values = inputCount + outputCount;
        int region = AtomicWords.getIntAcquire(memory, reference);
        if (region == 0 || memory.getInt(space.content(region)) < values) {
            region = replace(region, values);
        }
        int area = region == 0 ? -1 : lockOlder(region, sequence);
        if (area < 0) {
            losses.count(LossKind.LISTS);
            return false;
        }
        VarHandle.storeStoreFence();
        memory.putLong(area + NewestListsDescriptor.SEQUENCE_OFFSET, sequence);
        memory.putLong(area + NewestListsDescriptor.HASH_OFFSET, hash);
        memory.putInt(area + NewestListsDescriptor.INPUT_COUNT_OFFSET, inputCount);
        memory.putInt(area + NewestListsDescriptor.OUTPUT_COUNT_OFFSET, outputCount);
        int at = put(area + NewestListsDescriptor.VALUES_OFFSET, input, inputCount);
        put(at, output, outputCount);
        long version = memory.getLong(area);
        AtomicWords.setRelease(memory, area, version + 1);
        return true;
    }

    private int put(int offset, long[] values, int count) {
        for (int i = 0; i < count; i++) {
            memory.putLong(offset + i * Long.BYTES, values[i]);
        }
        return offset + count * Long.BYTES;
    }

    /** Puts a larger region in place of a too small one; returns the one that is in place then, or 0. */
    private int replace(int small, int values) {
        int capacity = Math.max(8, Integer.highestOneBit(values) * 2);
        int length = NewestListsDescriptor.contentLength(capacity);
        int region = space.allocate(length);
        if (region == 0) {
            return 0;
        }
        memory.putInt(space.content(region) + NewestListsDescriptor.CAPACITY_OFFSET, capacity);
        space.publish(region, HeapDescriptor.NEWEST_LISTS, length);
        if (AtomicWords.compareAndSetInt(memory, reference, small, region)) {
            return region;
        }
        space.abandon(region, length);
        int winner = AtomicWords.getIntAcquire(memory, reference);
        return memory.getInt(space.content(winner)) >= values ? winner : 0;
    }

    /** Locks the area with the older lists; returns its offset, or -1 where somebody writes it, or both are newer. */
    private int lockOlder(int region, long sequence) {
        int content = space.content(region);
        int capacity = memory.getInt(content + NewestListsDescriptor.CAPACITY_OFFSET);
        int first = content + NewestListsDescriptor.AREAS_OFFSET;
        int second = first + NewestListsDescriptor.areaLength(capacity);
        boolean secondIsOlder = memory.getLong(second + NewestListsDescriptor.SEQUENCE_OFFSET)
                < memory.getLong(first + NewestListsDescriptor.SEQUENCE_OFFSET);
        int area = secondIsOlder ? second : first;
        long version = AtomicWords.getVolatile(memory, area);
        boolean free = (version & 1) == 0
                && memory.getLong(area + NewestListsDescriptor.SEQUENCE_OFFSET) < sequence
                && AtomicWords.compareAndSet(memory, area, version, version + 1);
        return free ? area : -1;
    }
}
