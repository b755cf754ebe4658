package dev.rollcall.trace;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds the ids of heap entries by their content's hash. Lock-free: a place is empty, or holds hash and id for ever, or is
 * sealed for ever.
 *
 * <p>Callers compare content; equal content is stored once because the insertion of an id fails when another one was
 * inserted on the way, which the caller then compares first.
 *
 * <p>A table that is full is continued by one twice as large, so that the memory grows with what the heap holds. Nothing is
 * moved: who goes on to the next table first seals the empty place at which its search ended, so that nobody can insert
 * there what it did not see.
 */
final class HeapIndex {
    /** What {@link #id} returns for an empty place. */
    static final int EMPTY = 0;
    /** What {@link #id} returns for the id of another hash. */
    static final int OTHER = -1;
    /** What {@link #id} returns for a sealed place: the search goes on in the next table. */
    static final int SEALED = -2;

    private static final long SEAL = -1;
    private static final int SMALLEST = 64;
    private static final int FIRST = 1 << 14;
    /** The largest table takes 32 MiB, all together twice as much. */
    private static final int LARGEST = 1 << 22;

    private final AtomicLongArray places;
    private final AtomicInteger used = new AtomicInteger();
    private final AtomicReference<HeapIndex> next = new AtomicReference<>();
    private final int mask;

    private HeapIndex(int size) {
        this.places = new AtomicLongArray(size);
        this.mask = size - 1;
    }

    /** Makes the first table for a heap of this many bytes: at most one entry in 16 bytes, and places to spare. */
    static HeapIndex of(int heapLength) {
        int enough = Integer.highestOneBit(Math.max(heapLength / 16, 1)) * 2;
        return new HeapIndex(Math.max(SMALLEST, Math.min(enough, FIRST)));
    }

    /** Returns the place where the search for a hash begins. */
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

    /** Seals a place if it is empty and the table is so full that searches would become slow if more were inserted. */
    void sealWhereFull(int place) {
        if (used.get() > mask / 8 * 7) {
            places.compareAndSet(place, 0, SEAL);
        }
    }

    /** Returns the table that continues this one; null where there is none and cannot be one. */
    HeapIndex next() {
        HeapIndex known = next.get();
        if (known != null || mask + 1 >= LARGEST) {
            return known;
        }
        try {
            next.compareAndSet(null, new HeapIndex(2 * (mask + 1)));
        } catch (OutOfMemoryError noRoomBesideTheApplication) {
            return next.get();
        }
        return next.get();
    }
}
