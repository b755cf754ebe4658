package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;

/**
 * A dictionary as a dump has it: few keys, read once. Not thread-safe while it is filled.
 *
 * <p>A list of pairs takes a third of a hash map's memory, and a dump has some of these for each call.
 */
final class Fields {
    private Object[] pairs = new Object[16];
    private int size;

    /** Adds a field; of two with one key the later counts. */
    void put(Object key, Object value) {
        if (size == pairs.length) {
            pairs = Arrays.copyOf(pairs, size * 2);
        }
        pairs[size++] = key;
        pairs[size++] = value;
    }

    /** Returns a field's value; null where there is none. */
    Object get(String key) {
        for (int i = size - 2; i >= 0; i -= 2) {
            if (key.equals(pairs[i])) {
                return pairs[i + 1];
            }
        }
        return null;
    }

    /** Returns how many fields there are. */
    int size() {
        return size / 2;
    }

    /** Returns the key of the field at an index, as text. */
    String key(int index) {
        return String.valueOf(pairs[index * 2]);
    }

    /** Returns the value of the field at an index. */
    Object value(int index) {
        return pairs[index * 2 + 1];
    }

    /** Returns a field as text, empty where there is none. */
    String text(String key) {
        Object value = get(key);
        return value == null ? "" : value.toString();
    }

    /** Returns a field as a number, which the JSON form writes as text in places; {@code otherwise} where it is none. */
    long number(String key, long otherwise) {
        Object value = get(key);
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

    /** Returns a field that is a list or a tuple; an empty one where it is none. */
    Sequence list(String key) {
        return get(key) instanceof Sequence list ? list : Sequence.NONE;
    }

    /** Returns a field that is a dictionary; an empty one where it is none. */
    Fields fields(String key) {
        return get(key) instanceof Fields fields ? fields : new Fields();
    }
}
