package dev.rollcall.recorder;

/**
 * The calls whose work has not finished, by the key of their work: a table of fixed size, so that a job that never waits
 * for its works is held at a bound. Thread-safe without a lock.
 */
final class PendingWorkTable {
    private static final int SIZE = 2048;
    private static final int MASK = SIZE - 1;
    private static final int PROBES = 16;
    private static final int INDEX_BITS = Integer.bitCount(MASK);
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final int HASH_SHIFT = 40;

    private final PendingWork[] places = new PendingWork[SIZE];

    PendingWorkTable() {
        for (int i = 0; i < SIZE; i++) {
            places[i] = new PendingWork();
        }
    }

    /** Returns the number of places. */
    int size() {
        return SIZE;
    }

    /** Returns the place with this index. */
    PendingWork place(int index) {
        return places[index];
    }

    /**
     * Takes a place for the work with this key and returns its token. The caller fills the place and then releases it as
     * {@link PendingWork#HELD}.
     *
     * @return -1 where there is no room near the key's place
     */
    long take(long key) {
        long token = takeFree(key);
        return token >= 0 || !forgetOneLeft(key) ? token : takeFree(key);
    }

    private long takeFree(long key) {
        int start = start(key);
        for (int probe = 0; probe < PROBES; probe++) {
            int index = start + probe & MASK;
            PendingWork place = places[index];
            long word = place.word();
            if (PendingWork.state(word) == PendingWork.FREE && place.change(word, PendingWork.TAKEN)) {
                place.key = key;
                return token(word, index);
            }
        }
        return -1;
    }

    /** Frees the place near a key's whose work was left alone longest; it is recorded as unknown and stays so. */
    private boolean forgetOneLeft(long key) {
        PendingWork oldest = null;
        long seen = 0;
        int start = start(key);
        for (int probe = 0; probe < PROBES; probe++) {
            PendingWork place = places[start + probe & MASK];
            long word = place.word();
            if (PendingWork.state(word) == PendingWork.LEFT && (oldest == null || place.since - oldest.since < 0)) {
                oldest = place;
                seen = word;
            }
        }
        if (oldest == null || !oldest.change(seen, PendingWork.TAKEN)) {
            return false;
        }
        oldest.free();
        return true;
    }

    /**
     * Returns the token of the work with this key that is in flight; -1 where there is none. A token stays valid until the
     * call has finished.
     */
    long find(long key) {
        if (key == 0) {
            return -1;
        }
        int start = start(key);
        for (int probe = 0; probe < PROBES; probe++) {
            int index = start + probe & MASK;
            PendingWork place = places[index];
            long word = place.word();
            if (held(word) && place.key == key && PendingWork.version(place.word()) == PendingWork.version(word)) {
                return token(word, index);
            }
        }
        return -1;
    }

    /** Returns the token for the use of a place that this state word tells of. */
    static long token(long word, int index) {
        return PendingWork.version(word) << INDEX_BITS | index;
    }

    /** Returns the place that a token stands for. */
    PendingWork at(long token) {
        return places[(int) token & MASK];
    }

    /** Returns whether the call that a token was given for is still in flight. */
    boolean live(long token) {
        if (token < 0) {
            return false;
        }
        long word = at(token).word();
        return PendingWork.version(word) == version(token) && held(word);
    }

    /** Returns the version of the place that a token was given for. */
    static long version(long token) {
        return token >>> INDEX_BITS;
    }

    private static boolean held(long word) {
        int state = PendingWork.state(word);
        return state == PendingWork.HELD || state == PendingWork.ASKED || state == PendingWork.LEFT;
    }

    private static int start(long key) {
        return (int) (key * MULTIPLIER >>> HASH_SHIFT) & MASK;
    }
}
