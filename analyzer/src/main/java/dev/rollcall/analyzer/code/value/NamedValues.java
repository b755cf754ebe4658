package dev.rollcall.analyzer.code.value;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * An immutable map from names to values, in the order of the names. A scan holds hundreds of thousands of objects with dozens of fields:
 * two arrays need a fifth of a tree's memory. Thread-safe.
 */
final class NamedValues extends AbstractMap<String, Value> {
    private final String[] names;
    private final Value[] values;

    private NamedValues(String[] names, Value[] values) {
        this.names = names;
        this.values = values;
    }

    /** Returns a copy of a map. */
    static NamedValues of(Map<String, Value> map) {
        if (map instanceof NamedValues whole) {
            return whole;
        }
        String[] names = map.keySet().toArray(String[]::new);
        Arrays.sort(names);
        return new NamedValues(names, Arrays.stream(names).map(map::get).toArray(Value[]::new));
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public Value get(Object name) {
        int at = index(name);
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(Object name) {
        return index(name) >= 0;
    }

    private int index(Object name) {
        return name instanceof String text ? Arrays.binarySearch(names, text) : -1;
    }

    @Override
    public Collection<Value> values() {
        return Collections.unmodifiableList(Arrays.asList(values));
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Value> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public Set<Entry<String, Value>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, Value>> iterator() {
                return IntStream.range(0, names.length)
                        .mapToObj(i -> Map.entry(names[i], values[i]))
                        .iterator();
            }

            @Override
            public int size() {
                return names.length;
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof NamedValues that
                        ? Arrays.equals(names, that.names) && Arrays.equals(values, that.values)
                        : super.equals(other));
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < names.length; i++) {
            hash += names[i].hashCode() ^ values[i].hashCode();
        }
        return hash;
    }
}
