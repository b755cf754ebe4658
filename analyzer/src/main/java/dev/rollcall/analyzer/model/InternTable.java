package dev.rollcall.analyzer.model;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A table of values that many calls share, so that a call needs only a number: equal values have equal numbers, across
 * all ranks of a job.
 *
 * <p>Thread-safe: readers of several ranks fill it at once. Which of two values has the lower number is then a matter of
 * chance, so that nothing may be told by the order of numbers.
 *
 * @param <T> the value, with value equality
 */
public final class InternTable<T> {
    private final Map<T, Integer> ids = new ConcurrentHashMap<>();
    private volatile Object[] values = new Object[16];
    private volatile int size;

    /** Makes an empty table. */
    public InternTable() {}

    /** Returns the number of this value, from 0, adding it where it is new. */
    public int id(T value) {
        Integer known = ids.get(value);
        return known == null ? add(value) : known;
    }

    private synchronized int add(T value) {
        Integer known = ids.get(value);
        if (known != null) {
            return known;
        }
        int id = size;
        Object[] room = id == values.length ? Arrays.copyOf(values, id * 2) : values;
        room[id] = value;
        values = room;
        size = id + 1;
        ids.put(value, id);
        return id;
    }

    /** Returns the value with this number. Throws IndexOutOfBoundsException for a number that was never given. */
    @SuppressWarnings("unchecked")
    public T value(int id) {
        if (id >= size) {
            throw new IndexOutOfBoundsException(id);
        }
        return (T) values[id];
    }

    /** Returns how many different values there are. */
    public int size() {
        return size;
    }
}
