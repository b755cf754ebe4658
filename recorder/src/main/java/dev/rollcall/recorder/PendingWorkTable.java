package dev.rollcall.recorder;

/**
 * The works in flight, found by the library's key: an open-addressed table of fixed size, which bounds the cost of a job that
 * never waits. A token names one use of an entry (its version and index), so that a late caller cannot touch a later use. Key 0
 * is none. Thread-safe without a lock.
 */
final class PendingWorkTable {
    static final int SIZE = 2048;

    private static final int MASK = SIZE - 1;
    private static final int PROBES = 16;
    private static final int INDEX_BITS = Integer.bitCount(MASK);
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final int HASH_SHIFT = 40;

    private final PendingWork[] entries = new PendingWork[SIZE];

    PendingWorkTable() {
        for (int i = 0; i < SIZE; i++) {
            entries[i] = new PendingWork();
        }
    }

    /** Returns the entry with this index. */
    PendingWork entry(int index) {
        return entries[index];
    }

    /**
     * Takes an entry for the work with this key and returns its token. The caller fills the entry and then releases it as
     * {@link PendingWork#PENDING}.
     *
     * @return -1 where all entries that the key can have are in use and none is unattended
     */
    long take(long key) {
        long token = takeFree(key);
        return token >= 0 || !evictOldestUnattended(key) ? token : takeFree(key);
    }

    private long takeFree(long key) {
        int start = start(key);
        for (int probe = 0; probe < PROBES; probe++) {
            int index = start + probe & MASK;
            PendingWork work = entries[index];
            long word = work.word();
            if (PendingWork.state(word) == PendingWork.FREE && work.change(word, PendingWork.OWNED)) {
                work.key = key;
                return token(word, index);
            }
        }
        return -1;
    }

    /** Frees the oldest unattended one of the entries that a key can have; returns whether it did. Its call stays recorded as unknown. */
    private boolean evictOldestUnattended(long key) {
        PendingWork oldest = null;
        long seen = 0;
        int start = start(key);
        for (int probe = 0; probe < PROBES; probe++) {
            PendingWork work = entries[start + probe & MASK];
            long word = work.word();
            if (PendingWork.state(word) == PendingWork.UNATTENDED
                    && (oldest == null || work.since - oldest.since < 0)) {
                oldest = work;
                seen = word;
            }
        }
        if (oldest == null || !oldest.change(seen, PendingWork.OWNED)) {
            return false;
        }
        oldest.free();
        return true;
    }

    /** Returns the token of the work with this key that is in flight, -1 where there is none. */
    long find(long key) {
        if (key == 0) {
            return -1;
        }
        int start = start(key);
        for (int probe = 0; probe < PROBES; probe++) {
            int index = start + probe & MASK;
            PendingWork work = entries[index];
            long word = work.word();
            // Reads the version again, because the entry may have been reused while its key was read.
            if (inFlight(word) && work.key == key && PendingWork.version(work.word()) == PendingWork.version(word)) {
                return token(word, index);
            }
        }
        return -1;
    }

    /** Returns the token of the use that a state word of the entry with this index belongs to. */
    static long token(long word, int index) {
        return PendingWork.version(word) << INDEX_BITS | index;
    }

    /** Returns the version of the use that a token stands for. */
    static long version(long token) {
        return token >>> INDEX_BITS;
    }

    /** Returns the entry that a token stands for. */
    PendingWork at(long token) {
        return entries[(int) token & MASK];
    }

    /** Returns whether the work that a token stands for is still in flight. */
    boolean isInFlight(long token) {
        if (token < 0) {
            return false;
        }
        long word = at(token).word();
        return PendingWork.version(word) == version(token) && inFlight(word);
    }

    private static boolean inFlight(long word) {
        int state = PendingWork.state(word);
        return state == PendingWork.PENDING || state == PendingWork.POLLED || state == PendingWork.UNATTENDED;
    }

    private static int start(long key) {
        return (int) (key * MULTIPLIER >>> HASH_SHIFT) & MASK;
    }
}
