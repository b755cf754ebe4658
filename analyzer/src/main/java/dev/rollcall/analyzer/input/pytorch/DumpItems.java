package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;

/**
 * The values of a list, or the keys and values of a dictionary by turns. A whole number is held without a box. A dump repeats
 * itself, so that equal short ones are one shared object ({@link ValueStack}), which never changes. Not thread-safe.
 */
abstract sealed class DumpItems permits DumpList, DumpDictionary {
    /** Stands for a whole number, whose value is in a second array at the same index. */
    static final Object NUMBER = new Object();

    private static final Object[] NO_VALUES = {};
    private static final long[] NO_NUMBERS = {};

    private final boolean shared;
    private final int hash;
    private Object[] values = NO_VALUES;
    private long[] numbers = NO_NUMBERS;
    private int size;

    /** Makes items without values; {@code hash} is what {@link #hashCode} returns. */
    DumpItems(boolean shared, int hash) {
        this.shared = shared;
        this.hash = hash;
    }

    /** Returns a list, or a dictionary, of its own with the same items. */
    abstract DumpItems copy();

    /** Adds the values that stand in a pair of arrays, from one index to before another. */
    final void add(Object[] from, long[] fromNumbers, int first, int end) {
        int count = end - first;
        if (size + count > values.length) {
            int room = size == 0 ? count : Math.max(size + count, size * 2);
            values = Arrays.copyOf(values, room);
            numbers = Arrays.copyOf(numbers, room);
        }
        System.arraycopy(from, first, values, size, count);
        System.arraycopy(fromNumbers, first, numbers, size, count);
        size += count;
    }

    /** Adds the items of another. */
    final void add(DumpItems other) {
        add(other.values, other.numbers, 0, other.size);
    }

    /** Returns whether others may hold this object too, so that nothing may be added to it. */
    final boolean shared() {
        return shared;
    }

    /** Returns whether these are the values that stand in a pair of arrays from an index on. */
    final boolean same(boolean dictionary, Object[] others, long[] otherNumbers, int first, int count) {
        if (size != count || this instanceof DumpDictionary != dictionary) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            Object value = values[i];
            Object other = others[first + i];
            boolean equal = value == other
                    ? value != NUMBER || numbers[i] == otherNumbers[first + i]
                    : value instanceof String text && text.equals(other);
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many values there are; a dictionary's keys count too. */
    final int count() {
        return size;
    }

    /** Returns the value at an index as it stands in the array, which is {@link #NUMBER} for a whole number. */
    final Object raw(int index) {
        return values[index];
    }

    /** Returns the whole number at an index; it means nothing where another value stands. */
    final long number(int index) {
        return numbers[index];
    }

    /** Returns the value at an index. */
    final Object boxed(int index) {
        return values[index] == NUMBER ? (Object) numbers[index] : values[index];
    }

    /** Returns a value as text; empty where it is absent, or a list or a dictionary, as a damaged dump may have it. */
    static String text(Object value) {
        return value == null || value instanceof DumpItems || value instanceof DumpEntries || value instanceof DumpEntry
                ? ""
                : value.toString();
    }

    /** Returns a value as a whole number, which the JSON form writes as text in places; {@code otherwise} if it is none. */
    static long whole(Object value, long otherwise) {
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof String text) {
            try {
                return Long.parseLong(text.strip());
            } catch (NumberFormatException notANumber) {
                return otherwise;
            }
        }
        return otherwise;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return hash;
    }
}
