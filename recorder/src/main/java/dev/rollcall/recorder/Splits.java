package dev.rollcall.recorder;

import java.util.Arrays;

/** How many elements of one buffer belong to each rank, in rank order. Reused from call to call; not thread-safe. */
public final class Splits {
    private long[] values = new long[8];
    private int size;

    /** Returns the array of splits, which may be longer than {@link #size}; valid until the next change. */
    long[] values() {
        return values;
    }

    /** Returns the number of splits, 0 where they are unknown or the operation has none. */
    public int size() {
        return size;
    }

    /** Removes all splits. */
    public void clear() {
        size = 0;
    }

    /** Appends the split of the next rank. */
    public void add(long elements) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = elements;
    }

    /** Returns whether the splits differ. */
    public boolean uneven() {
        for (int i = 1; i < size; i++) {
            if (values[i] != values[0]) {
                return true;
            }
        }
        return false;
    }

    /** Returns the sum of all splits. */
    public long sum() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** Converts splits given in rows of a buffer into elements, from the buffer's number of elements. */
    public void scaleTo(long elements) {
        long rows = sum();
        if (rows > 0 && elements % rows == 0) {
            long row = elements / rows;
            for (int i = 0; i < size; i++) {
                values[i] *= row;
            }
        }
    }

    /** Divides a buffer evenly among the ranks. */
    public void spread(long elements, int ranks) {
        clear();
        for (int i = 0; i < ranks; i++) {
            add(elements / ranks);
        }
    }
}
