package dev.rollcall.analyzer.model;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps one array of those that are equal: ranks that call the same share what they called, so that sixteen thousand of them
 * take the memory of a few. Nobody may write to an array that was given here. Thread-safe.
 */
public final class ArrayPool {
    private final Map<Ints, int[]> ints = new ConcurrentHashMap<>();
    private final Map<Longs, long[]> longs = new ConcurrentHashMap<>();
    private final Map<Bytes, byte[]> bytes = new ConcurrentHashMap<>();

    /** Makes an empty one. */
    public ArrayPool() {}

    /** Returns the first array given that equals this one. */
    public int[] share(int[] column) {
        int[] first = ints.putIfAbsent(new Ints(column, Arrays.hashCode(column)), column);
        return first == null ? column : first;
    }

    /** Returns the first array given that equals this one. */
    public long[] share(long[] column) {
        long[] first = longs.putIfAbsent(new Longs(column, Arrays.hashCode(column)), column);
        return first == null ? column : first;
    }

    /** Returns the first array given that equals this one. */
    public byte[] share(byte[] column) {
        byte[] first = bytes.putIfAbsent(new Bytes(column, Arrays.hashCode(column)), column);
        return first == null ? column : first;
    }

    private record Ints(int[] values, int hash) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Ints that && that.hash == hash && Arrays.equals(values, that.values);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private record Longs(long[] values, int hash) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Longs that && that.hash == hash && Arrays.equals(values, that.values);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private record Bytes(byte[] values, int hash) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && that.hash == hash && Arrays.equals(values, that.values);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
