package dev.rollcall.analyzer.model;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Numbers values, so that calls of all ranks can share them. Equal values have equal numbers, from 0.
 *
 * <p>Thread-safe. Readers of several ranks fill the table at once, so the order of numbers is random and means nothing.
 *
 * @param <T> the type of the values, with value equality
 */
public final class InternTable<T> {
    private final Map<T, Integer> ids = new ConcurrentHashMap<>();
    private volatile Object[] values = new Object[16];
    private volatile int size;

    /** Makes an empty table. */
    public InternTable() {}

    /** Returns the number of this value, from 0, and adds it where it is new. */
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

    /** Returns the value with this number. Throws IndexOutOfBoundsException where no value has it. */
    @SuppressWarnings("unchecked")
    public T value(int id) {
        if (id >= size) {
            throw new IndexOutOfBoundsException(id);
        }
        return (T) values[id];
    }

    /** Returns a table in which another value has each number. Numbers of two values that become equal stay apart. */
    public <R> InternTable<R> map(Function<? super T, ? extends R> change) {
        InternTable<R> mapped = new InternTable<>();
        Object[] changed = new Object[Math.max(1, size)];
        for (int id = 0; id < size; id++) {
            R value = change.apply(value(id));
            changed[id] = value;
            mapped.ids.putIfAbsent(value, id);
        }
        mapped.values = changed;
        mapped.size = size;
        return mapped;
    }

    /** Returns the number of values. */
    public int size() {
        return size;
    }
}
