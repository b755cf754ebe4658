package dev.rollcall.trace;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A hash table of the ids of heap entries, by the hash of their content. Lock-free: a place is empty until it gets a hash and
 * an id, or is sealed; then it never changes.
 *
 * <p>Callers compare the content. Equal content is stored once: inserting an id fails when another thread has inserted one at
 * the same place, and the caller then compares that one first.
 *
 * <p>A full table is continued by one twice as large, so the memory grows with the heap's content. Nothing is moved. A thread
 * that continues in the next table first seals the empty place where its search ended, so that no other thread can insert
 * there an id that it did not see.
 */
final class HeapIndex {
    /** Result of {@link #id} for an empty place. */
    static final int EMPTY = 0;
    /** Result of {@link #id} for the id of another hash. */
    static final int OTHER = -1;
    /** Result of {@link #id} for a sealed place: the search continues in the next table. */
    static final int SEALED = -2;

    private static final long SEAL = -1;
    private static final int MIN_SIZE = 64;
    private static final int MAX_FIRST_SIZE = 1 << 14;
    /** The largest table takes 32 MiB, all tables together twice as much. */
    private static final int MAX_SIZE = 1 << 22;

    private final AtomicLongArray places;
    private final AtomicInteger used = new AtomicInteger();
    private final AtomicReference<HeapIndex> next = new AtomicReference<>();
    private final int mask;

    private HeapIndex(int size) {
        this.places = new AtomicLongArray(size);
        this.mask = size - 1;
    }

    /** Makes the first table for a heap of this length, whose entries have at least 16 bytes each. */
    static HeapIndex of(int heapLength) {
        int enough = Integer.highestOneBit(Math.max(heapLength / 16, 1)) * 2;
        return new HeapIndex(Math.max(MIN_SIZE, Math.min(enough, MAX_FIRST_SIZE)));
    }

    /** Returns the place at which the search for a hash begins. */
    int first(int hash) {
        return hash & mask;
    }

    /** Returns the place after another. */
    int after(int place) {
        return place + 1 & mask;
    }

    /** Returns the id at a place if its hash is this one; otherwise {@link #EMPTY}, {@link #OTHER} or {@link #SEALED}. */
    int id(int place, int hash) {
        long found = places.get(place);
        if (found == 0) {
            return EMPTY;
        }
        if (found == SEAL) {
            return SEALED;
        }
        return (int) (found >>> 32) == hash ? (int) found : OTHER;
    }

    /** Inserts an id at an empty place; returns false where the place is no longer empty. */
    boolean insert(int place, int hash, int id) {
        if (!places.compareAndSet(place, 0, (long) hash << 32 | id)) {
            return false;
        }
        used.incrementAndGet();
        return true;
    }

    /** Seals an empty place if the table is so full that more ids would make searches slow. */
    void sealWhereFull(int place) {
        if (used.get() > mask / 8 * 7) {
            places.compareAndSet(place, 0, SEAL);
        }
    }

    /** Returns the table that continues this one; null where there can be none. */
    HeapIndex next() {
        HeapIndex known = next.get();
        if (known != null || mask + 1 >= MAX_SIZE) {
            return known;
        }
        try {
            next.compareAndSet(null, new HeapIndex(2 * (mask + 1)));
        } catch (OutOfMemoryError e) {
            // The application needs the memory more than the index does.
            return next.get();
        }
        return next.get();
    }
}
