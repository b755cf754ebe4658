package dev.rollcall.analyzer.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores equal arrays once. Ranks that make equal calls share their columns, so that thousands of ranks take the memory of a
 * few. Pooled arrays must not change. Thread-safe.
 */
public final class ArrayPool {
    private final Map<Key, Object> arrays = new ConcurrentHashMap<>();

    /** Makes an empty pool. */
    public ArrayPool() {}

    /** Returns the pool's array that equals this one, which is added where there is none. */
    public int[] share(int[] array) {
        return (int[]) share(new Key(array, Arrays.hashCode(array)));
    }

    /** Returns the pool's array that equals this one, which is added where there is none. */
    public long[] share(long[] array) {
        return (long[]) share(new Key(array, Arrays.hashCode(array)));
    }

    /** Returns the pool's array that equals this one, which is added where there is none. */
    public byte[] share(byte[] array) {
        return (byte[]) share(new Key(array, Arrays.hashCode(array)));
    }

    private Object share(Key key) {
        Object first = arrays.putIfAbsent(key, key.array);
        return first == null ? key.array : first;
    }

    private record Key(Object array, int hash) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && that.hash == hash && Objects.deepEquals(array, that.array);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
