package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of values that many calls share, so that a call needs only a number: equal values have equal numbers, across
 * all ranks of a job.
 *
 * <p>Thread-safe: readers of several ranks fill it at once.
 *
 * @param <T> the value, with value equality
 */
public final class Interned<T> {
    private final Map<T, Integer> ids = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /** Makes an empty table. */
    public Interned() {}

    /** Returns the number of this value, from 0, adding it where it is new. */
    public synchronized int id(T value) {
        Integer known = ids.get(value);
        if (known != null) {
            return known;
        }
        values.add(value);
        ids.put(value, values.size() - 1);
        return values.size() - 1;
    }

    /** Returns the value with this number. Throws IndexOutOfBoundsException for a number that was never given. */
    public synchronized T value(int id) {
        return values.get(id);
    }

    /** Returns how many different values there are. */
    public synchronized int size() {
        return values.size();
    }
}
