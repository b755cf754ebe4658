package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;

/** The values of a pickle that were numbered, to be used again. Not thread-safe. */
final class Memo {
    private final int most;
    private Object[] values = new Object[256];
    private int size;

    /** Makes an empty one; {@code most} is the highest number that can be meant, as many as the pickle has bytes. */
    Memo(int most) {
        this.most = most;
    }

    /** Returns how many values there are, which is the number of the next. */
    int size() {
        return size;
    }

    /** Notes a value. Throws IndexOutOfBoundsException for a number that no pickle of this length has. */
    void put(long number, Object value) {
        if (number > most) {
            throw new IndexOutOfBoundsException("more values are numbered than there are bytes");
        }
        int at = (int) number;
        if (at >= values.length) {
            values = Arrays.copyOf(values, Math.max(at + 1, values.length * 2));
        }
        values[at] = value;
        size = Math.max(size, at + 1);
    }

    /** Returns whether a number was given already. */
    boolean has(long number) {
        return number < size && values[(int) number] != null;
    }

    /** Replaces the value that has a number. */
    void replace(int number, Object value) {
        values[number] = value;
    }

    /** Returns a value. Throws IndexOutOfBoundsException for a number that was never near one that was given. */
    Object get(long number) {
        return values[(int) Math.min(number, Integer.MAX_VALUE)];
    }
}
