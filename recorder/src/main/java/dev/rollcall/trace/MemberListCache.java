package dev.rollcall.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the members of communicators, each list once, and no more in total than the heap can hold. A damaged table may name one
 * long list in every entry, or lists that overlap, and must not exhaust the memory. Not thread-safe.
 */
final class MemberListCache {
    private final HeapReader heap;
    private final Map<Integer, List<Long>> known = new HashMap<>();
    private int room;

    MemberListCache(HeapReader heap, FileLayout layout) {
        this.heap = heap;
        this.room = layout.heapLength() / Long.BYTES;
    }

    /** Returns the list with this id, the same object for the same id; empty where there is none, or no room for it. */
    List<Long> of(int id) {
        List<Long> list = known.get(id);
        if (list == null) {
            int length = heap.listLength(id);
            boolean fits = length > 0 && length <= room;
            list = fits ? List.copyOf(Arrays.stream(heap.list(id)).boxed().toList()) : List.of();
            room -= list.size();
            known.put(id, list);
        }
        return list;
    }
}
