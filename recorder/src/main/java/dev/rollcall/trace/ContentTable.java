package dev.rollcall.trace;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds the ids of heap entries by their content's hash. Lock-free: a place is empty or holds hash and id for ever.
 *
 * <p>Callers compare content; equal content is stored once because the insertion of an id fails when another one was
 * inserted on the way, which the caller then compares first.
 */
final class ContentTable {
    private final AtomicLongArray places;
    private final AtomicInteger used = new AtomicInteger();
    private final int mask;

    /** Makes a table for a heap of this many bytes: at most one entry in 16 bytes, and places to spare. */
    ContentTable(int heapLength) {
        int size = Math.max(Integer.highestOneBit(Math.max(heapLength / 16, 1)) * 2, 64);
        this.places = new AtomicLongArray(size);
        this.mask = size - 1;
    }

    /** Returns the place where the search for a hash begins. */
    int first(int hash) {
        return hash & mask;
    }

    /** Returns the place after another. */
    int next(int place) {
        return place + 1 & mask;
    }

    /** Returns the id at a place if its hash is this one; 0 where the place is empty, -1 for another hash. */
    int id(int place, int hash) {
        long found = places.get(place);
        if (found == 0) {
            return 0;
        }
        return (int) (found >>> 32) == hash ? (int) found : -1;
    }

    /** Inserts an id at an empty place; returns false where the place is no longer empty. */
    boolean insert(int place, int hash, int id) {
        if (!places.compareAndSet(place, 0, (long) hash << 32 | id)) {
            return false;
        }
        used.incrementAndGet();
        return true;
    }

    /** Returns whether searches would become slow if more were inserted. */
    boolean full() {
        return used.get() > mask / 8 * 7;
    }
}
