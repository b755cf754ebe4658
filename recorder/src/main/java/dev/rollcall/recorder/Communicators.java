package dev.rollcall.recorder;

/**
 * The communicators of one library, by the key that the library gives them. A key is used again when a communicator has
 * gone; the one that was born last has it. Reading takes no lock. Thread-safe.
 */
public final class Communicators {
    private static final int INITIAL = 16;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final String library;
    private volatile Table table = new Table(INITIAL);

    Communicators(String library) {
        this.library = library;
    }

    String library() {
        return library;
    }

    /** Returns the communicator with this key, null where none is known. */
    public Communicator find(long key) {
        return table.find(key);
    }

    /** Gives a key to a communicator, and takes it from the one that had it. */
    synchronized void put(long key, Communicator communicator) {
        Table next = new Table(table.used * 2 >= table.values.length ? table.values.length * 2 : table.values.length);
        table.copyTo(next);
        next.put(key, communicator);
        table = next;
    }

    /** An open-addressed table that is not changed after it was published. */
    private static final class Table {
        private final long[] keys;
        private final Communicator[] values;
        private int used;

        Table(int capacity) {
            keys = new long[capacity];
            values = new Communicator[capacity];
        }

        Communicator find(long key) {
            int mask = keys.length - 1;
            for (int at = start(key) & mask; ; at = at + 1 & mask) {
                Communicator value = values[at];
                if (value == null || keys[at] == key) {
                    return value;
                }
            }
        }

        void put(long key, Communicator communicator) {
            int mask = keys.length - 1;
            int at = start(key) & mask;
            while (values[at] != null && keys[at] != key) {
                at = at + 1 & mask;
            }
            used += values[at] == null ? 1 : 0;
            keys[at] = key;
            values[at] = communicator;
        }

        void copyTo(Table other) {
            for (int at = 0; at < keys.length; at++) {
                if (values[at] != null) {
                    other.put(keys[at], values[at]);
                }
            }
        }

        private static int start(long key) {
            return (int) (key * MULTIPLIER >>> 40);
        }
    }
}
