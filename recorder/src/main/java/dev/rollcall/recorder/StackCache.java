package dev.rollcall.recorder;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The stacks that are already in the heap, or that it has no room for, by their call sites. Reading takes no lock; a stack once found stays. The number
 * of stacks is bounded. Thread-safe.
 */
final class StackCache {
    /** Stands for the id of a stack that the heap had no room for. */
    static final int NO_ROOM = -1;

    private static final int LIMIT = 16_384;
    private static final int MASK = 2 * LIMIT - 1;
    private static final int PROBES = 32;

    private final AtomicReferenceArray<Known> table = new AtomicReferenceArray<>(2 * LIMIT);

    /** Returns the id in the heap of the stack with these call sites, {@link #NO_ROOM}, or 0 where it is not known. */
    int find(StackKey key) {
        int at = (int) key.hash() & MASK;
        for (int probe = 0; probe < PROBES; probe++) {
            Known known = table.getAcquire(at + probe & MASK);
            if (known == null) {
                return 0;
            }
            if (known.hash == key.hash() && key.sameAs(known.sites)) {
                return known.id;
            }
        }
        return 0;
    }

    /** Returns whether there is room for a stack with these call sites. */
    boolean hasRoom(StackKey key) {
        int at = (int) key.hash() & MASK;
        for (int probe = 0; probe < PROBES; probe++) {
            if (table.getAcquire(at + probe & MASK) == null) {
                return true;
            }
        }
        return false;
    }

    /** Remembers a stack. */
    synchronized void add(StackKey key, int id) {
        int at = (int) key.hash() & MASK;
        for (int probe = 0; probe < PROBES; probe++) {
            int slot = at + probe & MASK;
            if (table.getAcquire(slot) == null) {
                table.setRelease(slot, new Known(key.hash(), key.copy(), id));
                return;
            }
        }
    }

    private record Known(long hash, long[] sites, int id) {}
}
