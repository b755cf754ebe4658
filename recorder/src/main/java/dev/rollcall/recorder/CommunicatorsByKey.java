package dev.rollcall.recorder;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The communicators of one library, by the key that the library gives them. A key is used again when a communicator has
 * gone; the one that was born last has it. Reading takes no lock, and a birth costs the same however many there are.
 * Thread-safe.
 */
public final class CommunicatorsByKey {
    private static final int INITIAL = 16;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final String library;
    private final CommunicatorRegistry registry;
    private volatile Table table = new Table(INITIAL);

    CommunicatorsByKey(String library, CommunicatorRegistry registry) {
        this.library = library;
        this.registry = registry;
    }

    String library() {
        return library;
    }

    /** Returns the communicator with this key, null where none is known. */
    public RecordedCommunicator find(long key) {
        return table.find(key);
    }

    /** Gives a key to a communicator, and forgets the one that had it. */
    synchronized void put(long key, RecordedCommunicator communicator) {
        registry.forget(table.find(key));
        if (!table.hasRoom()) {
            table = table.withRoom();
        }
        table.put(key, communicator);
    }

    /** Learns that no call will come on the communicator with this key any more, if there is one: its object has gone. */
    public synchronized void forget(long key) {
        RecordedCommunicator gone = table.find(key);
        if (gone != null) {
            table.put(key, null);
            registry.forget(gone);
        }
    }

    /** What has a key; without a communicator once that has gone. */
    private record Place(long key, RecordedCommunicator communicator) {}

    /** An open-addressed table. A place keeps its key, so that who searches without the lock finds all that stay. */
    private static final class Table {
        private final AtomicReferenceArray<Place> places;
        private int used;

        Table(int capacity) {
            places = new AtomicReferenceArray<>(capacity);
        }

        RecordedCommunicator find(long key) {
            Place place = places.getAcquire(index(key));
            return place == null ? null : place.communicator;
        }

        /** Returns where a key is, or where it would be put. */
        private int index(long key) {
            int mask = places.length() - 1;
            int at = (int) (key * MULTIPLIER >>> 40) & mask;
            for (Place place = places.getAcquire(at);
                    place != null && place.key != key;
                    place = places.getAcquire(at)) {
                at = at + 1 & mask;
            }
            return at;
        }

        boolean hasRoom() {
            return used * 2 < places.length();
        }

        void put(long key, RecordedCommunicator communicator) {
            int at = index(key);
            used += places.getPlain(at) == null ? 1 : 0;
            places.setRelease(at, new Place(key, communicator));
        }

        /** Returns a table of those that stay, at most a quarter full. */
        Table withRoom() {
            int live = 0;
            for (int at = 0; at < places.length(); at++) {
                Place place = places.getPlain(at);
                live += place != null && place.communicator != null ? 1 : 0;
            }
            Table next = new Table(Math.max(INITIAL, Integer.highestOneBit(live + 1) * 8));
            for (int at = 0; at < places.length(); at++) {
                Place place = places.getPlain(at);
                if (place != null && place.communicator != null) {
                    next.put(place.key, place.communicator);
                }
            }
            return next;
        }
    }
}
