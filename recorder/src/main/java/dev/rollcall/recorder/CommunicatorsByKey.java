package dev.rollcall.recorder;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The communicators of one library, by the key that the library gives them, such as an address. The library may reuse a key
 * after a communicator's end; it then stands for the newest one. Reading takes no lock, and adding costs the same however
 * many there are. Thread-safe.
 */
public final class CommunicatorsByKey {
    private static final int INITIAL_CAPACITY = 16;

    /** 2^64 divided by the golden ratio: spreads neighbouring addresses (Fibonacci hashing). */
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final String library;
    private final CommunicatorRegistry registry;
    private volatile Table table = new Table(INITIAL_CAPACITY);

    CommunicatorsByKey(String library, CommunicatorRegistry registry) {
        this.library = library;
        this.registry = registry;
    }

    String library() {
        return library;
    }

    /** Returns the communicator with this key; null where none is known. */
    public RecordedCommunicator find(long key) {
        return table.find(key);
    }

    /**
     * Gives a key to a communicator. The one that had it is found no more, and leaves the registry unless it is busy or the
     * only one.
     */
    synchronized void put(long key, RecordedCommunicator communicator) {
        RecordedCommunicator found = table.find(key);
        if (found == communicator) {
            return;
        }
        registry.forget(found);
        if (!table.hasRoom()) {
            table = table.withRoom();
        }
        table.put(key, communicator);
    }

    /** Drops the communicator with this key, if there is one: its object was freed and no further call can come. */
    public synchronized void forget(long key) {
        RecordedCommunicator gone = table.find(key);
        if (gone != null) {
            table.put(key, null);
            registry.forget(gone);
        }
    }

    /** A key and its communicator; null after that was dropped. */
    private record Entry(long key, RecordedCommunicator communicator) {}

    /**
     * An open-addressed hash table. Dropped entries stay as tombstones that keep their key until the table is rebuilt, so that
     * a search without the lock never misses an entry.
     */
    private static final class Table {
        private final AtomicReferenceArray<Entry> entries;
        private int used;

        Table(int capacity) {
            entries = new AtomicReferenceArray<>(capacity);
        }

        RecordedCommunicator find(long key) {
            Entry entry = entries.getAcquire(index(key));
            return entry == null ? null : entry.communicator;
        }

        /** Returns the index of a key, or where it would be put. */
        private int index(long key) {
            int mask = entries.length() - 1;
            int at = (int) (key * MULTIPLIER >>> 40) & mask;
            for (Entry entry = entries.getAcquire(at);
                    entry != null && entry.key != key;
                    entry = entries.getAcquire(at)) {
                at = at + 1 & mask;
            }
            return at;
        }

        boolean hasRoom() {
            return used * 2 < entries.length();
        }

        void put(long key, RecordedCommunicator communicator) {
            int at = index(key);
            used += entries.getPlain(at) == null ? 1 : 0;
            entries.setRelease(at, new Entry(key, communicator));
        }

        /** Returns a table of the entries with a communicator, at most a quarter full. */
        Table withRoom() {
            int live = 0;
            for (int at = 0; at < entries.length(); at++) {
                Entry entry = entries.getPlain(at);
                live += entry != null && entry.communicator != null ? 1 : 0;
            }
            Table next = new Table(Math.max(INITIAL_CAPACITY, Integer.highestOneBit(live + 1) * 8));
            for (int at = 0; at < entries.length(); at++) {
                Entry entry = entries.getPlain(at);
                if (entry != null && entry.communicator != null) {
                    next.put(entry.key, entry.communicator);
                }
            }
            return next;
        }
    }
}
