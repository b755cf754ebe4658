package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The lists of one of a communicator's newest calls that have lists.
 *
 * @param sequence the call's sequence number
 * @param hash the {@link ListHash} that the call's slot also has
 * @param input counts that the call reads
 * @param output counts that the call writes
 */
public record NewestLists(long sequence, long hash, long[] input, long[] output) {
    /*
     * The content of the heap entry: two areas that are overwritten in turn, so that one is complete at any instant.
     *
     *     +-------------------+-------------------+
     *   0 | values per area   | zero              |
     *     +-------------------+-------------------+
     *   8 | area 0                                |
     *     +---------------------------------------+
     *     | area 1                                |
     *     +---------------------------------------+
     *
     *     an area
     *     +---------------------------------------+
     *   0 | version: odd while it is written      |
     *     +---------------------------------------+
     *   8 | sequence                              |
     *     +---------------------------------------+
     *  16 | list hash                             |
     *     +-------------------+-------------------+
     *  24 | input count       | output count      |
     *     +-------------------+-------------------+
     *  32 | input, then output values, 64 bits    |
     *     +---------------------------------------+
     */
    static final int CAPACITY_OFFSET = 0;
    static final int AREAS_OFFSET = 8;
    private static final int AREAS = 2;
    static final int VERSION_OFFSET = 0;
    static final int SEQUENCE_OFFSET = 8;
    static final int HASH_OFFSET = 16;
    static final int INPUT_COUNT_OFFSET = 24;
    static final int OUTPUT_COUNT_OFFSET = 28;
    static final int VALUES_OFFSET = 32;

    static long areaLength(int capacity) {
        return VALUES_OFFSET + (long) capacity * Long.BYTES;
    }

    static long contentLength(int capacity) {
        return AREAS_OFFSET + AREAS * areaLength(capacity);
    }

    /** Returns the lists in the heap entry with this id, the newest first; at most two. */
    static List<NewestLists> read(ByteBuffer memory, HeapReader heap, int id) {
        List<NewestLists> lists = new ArrayList<>();
        int content = heap.content(id, HeapEntry.NEWEST_LISTS);
        int length = content < 0 ? 0 : heap.length(content);
        int capacity = length < AREAS_OFFSET ? -1 : memory.getInt(content + CAPACITY_OFFSET);
        for (int area = 0; capacity >= 0 && contentLength(capacity) <= length && area < AREAS; area++) {
            NewestLists read =
                    readArea(memory, heap, content + AREAS_OFFSET + area * (int) areaLength(capacity), capacity);
            if (read != null) {
                lists.add(read);
            }
        }
        lists.sort(Comparator.comparingLong(NewestLists::sequence).reversed());
        return lists;
    }

    /** Returns the lists in the area at an offset; null where it is unused, damaged or being written. */
    private static NewestLists readArea(ByteBuffer memory, HeapReader heap, int area, int capacity) {
        long version = AtomicWords.getAcquire(memory, area + VERSION_OFFSET);
        int inputs = memory.getInt(area + INPUT_COUNT_OFFSET);
        int outputs = memory.getInt(area + OUTPUT_COUNT_OFFSET);
        if (version == 0 || (version & 1) != 0 || inputs < 0 || outputs < 0 || (long) inputs + outputs > capacity) {
            return null;
        }
        int values = area + VALUES_OFFSET;
        NewestLists read = new NewestLists(
                memory.getLong(area + SEQUENCE_OFFSET),
                memory.getLong(area + HASH_OFFSET),
                heap.longs(values, inputs),
                heap.longs(values + inputs * Long.BYTES, outputs));
        VarHandle.loadLoadFence();
        return AtomicWords.getAcquire(memory, area + VERSION_OFFSET) == version ? read : null;
    }
}
