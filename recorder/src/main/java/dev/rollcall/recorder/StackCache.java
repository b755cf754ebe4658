package dev.rollcall.recorder;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The ids of stacks by their call sites: of those in the heap, and of those that it had no room for. Bounded; a stack once
 * added stays. Thread-safe; reading takes no lock.
 */
final class StackCache {
    /** The id of a stack that the heap had no room for. */
    static final int NO_ROOM = -1;

    private static final int LIMIT = 16_384;
    private static final int MASK = 2 * LIMIT - 1;
    private static final int PROBES = 32;

    private final AtomicReferenceArray<Entry> table = new AtomicReferenceArray<>(2 * LIMIT);

    private record Entry(long hash, long[] sites, int id) {}

    /** Returns the id in the heap of the stack with these call sites, {@link #NO_ROOM}, or 0 where it is not known. */
    int find(StackKey key) {
        int start = (int) key.hash() & MASK;
        for (int probe = 0; probe < PROBES; probe++) {
            Entry entry = table.getAcquire(start + probe & MASK);
            if (entry == null) {
                return 0;
            }
            if (entry.hash == key.hash() && key.sameAs(entry.sites)) {
                return entry.id;
            }
        }
        return 0;
    }

    /** Returns whether there is room for a stack with these call sites. */
    boolean hasRoom(StackKey key) {
        return free(key) >= 0;
    }

    /** Adds a stack, if there is room for it. */
    synchronized void add(StackKey key, int id) {
        int free = free(key);
        if (free >= 0) {
            table.setRelease(free, new Entry(key.hash(), key.copy(), id));
        }
    }

    /** Returns a free index for a key, -1 where there is none. */
    private int free(StackKey key) {
        int start = (int) key.hash() & MASK;
        for (int probe = 0; probe < PROBES; probe++) {
            int index = start + probe & MASK;
            if (table.getAcquire(index) == null) {
                return index;
            }
        }
        return -1;
    }
}
