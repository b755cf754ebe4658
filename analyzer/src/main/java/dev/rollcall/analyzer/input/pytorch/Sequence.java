package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;

/** A list or a tuple as a dump has it. Not thread-safe while it is filled. */
final class Sequence {
    /** One without values; nothing may be added to it. */
    static final Sequence NONE = new Sequence();

    private static final Object[] NOTHING = {};

    private Object[] values = NOTHING;
    private int size;

    /** Adds the values of an array from one index to before another. */
    void add(Object[] from, int first, int end) {
        if (values.length == 0) {
            values = Arrays.copyOfRange(from, first, end);
            size = end - first;
            return;
        }
        if (size + end - first > values.length) {
            values = Arrays.copyOf(values, Math.max(size + end - first, values.length * 2));
        }
        System.arraycopy(from, first, values, size, end - first);
        size += end - first;
    }

    /** Adds a value. */
    void add(Object value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.max(16, size * 2));
        }
        values[size++] = value;
    }

    /** Takes all values away, to be filled again. */
    void clear() {
        size = 0;
    }

    /** Returns how many values there are. */
    int size() {
        return size;
    }

    /** Returns the value at an index; null beyond the last. */
    Object get(int index) {
        return index < size ? values[index] : null;
    }

    /** Returns the value at an index as text, empty where there is none. */
    String text(int index) {
        Object value = get(index);
        return Fields.textOf(value);
    }
}
