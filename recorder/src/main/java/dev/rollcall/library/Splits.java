package dev.rollcall.library;

import java.util.Arrays;

/** How many elements of one buffer belong to each rank, in the order of the ranks. Reused from call to call; one a thread. */
public final class Splits {
    private long[] values = new long[8];
    private int size;

    /** Returns the array that holds the shares, longer than there are any; not to be kept. */
    public long[] values() {
        return values;
    }

    /** Returns the number of shares, 0 where they are unknown or mean nothing. */
    public int size() {
        return size;
    }

    /** Forgets the call before. */
    void clear() {
        size = 0;
    }

    /** Puts the next rank's share. */
    void add(long share) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = share;
    }

    /** Returns whether not all shares are equal. */
    boolean uneven() {
        for (int i = 1; i < size; i++) {
            if (values[i] != values[0]) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of elements of all shares together. */
    long sum() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** Turns shares in rows into shares in elements of a buffer with this many. */
    void scaleTo(long elements) {
        long rows = sum();
        if (rows > 0 && elements % rows == 0) {
            long row = elements / rows;
            for (int i = 0; i < size; i++) {
                values[i] *= row;
            }
        }
    }

    /** Shares this many elements out evenly among so many ranks. */
    void spread(long elements, int ranks) {
        clear();
        for (int i = 0; i < ranks; i++) {
            add(elements / ranks);
        }
    }
}
