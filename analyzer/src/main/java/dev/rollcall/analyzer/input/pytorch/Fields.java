package dev.rollcall.analyzer.input.pytorch;

import java.util.Arrays;

/**
 * A dictionary as a dump has it: few keys, read once. Not thread-safe while it is filled.
 *
 * <p>A list of pairs takes a third of a hash map's memory, and a dump has some of these for each call.
 */
final class Fields {
    private static final Object[] NOTHING = {};

    private Object[] pairs = NOTHING;
    private int size;
    private Object meaning;

    /** Adds a field; of two with one key the later counts. */
    void put(Object key, Object value) {
        if (size == pairs.length) {
            pairs = Arrays.copyOf(pairs, Math.max(16, size * 2));
        }
        pairs[size++] = key;
        pairs[size++] = value;
    }

    /** Adds the fields that stand as keys and values in an array, from one index to before another; as {@link #put}. */
    void put(Object[] from, int first, int end) {
        int added = end - first & ~1;
        if (size == 0) {
            pairs = Arrays.copyOfRange(from, first, first + added);
        } else {
            pairs = Arrays.copyOf(pairs, size + added);
            System.arraycopy(from, first, pairs, size, added);
        }
        size += added;
    }

    /** Returns a field's value; null where there is none. */
    Object get(String key) {
        // The keys of PyTorch's dumps come out of Texts, where each is there once.
        for (int i = size - 2; i >= 0; i -= 2) {
            if (key == pairs[i]) {
                return pairs[i + 1];
            }
        }
        for (int i = size - 2; i >= 0; i -= 2) {
            if (key.equals(pairs[i])) {
                return pairs[i + 1];
            }
        }
        return null;
    }

    /** Returns what was understood of this dictionary, which may stand in many places; null for nothing yet. */
    Object meaning() {
        return meaning;
    }

    /** Notes what was understood of this dictionary. */
    void meaning(Object understood) {
        meaning = understood;
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
        return textOf(get(key));
    }

    /** Returns a value as text; empty where it is a list or a dictionary, as a damaged dump may have it, or there is none. */
    static String textOf(Object value) {
        return value == null || value instanceof Sequence || value instanceof Fields ? "" : value.toString();
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
