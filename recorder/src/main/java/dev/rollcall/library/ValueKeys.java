package dev.rollcall.library;

/**
 * Keys of handles that are values: a boxed number, and often a string, is a new object at each call. These keys are
 * negative, and those of {@link IdentityKeys} positive. Thread-safe.
 */
final class ValueKeys {
    private static final long STRING = 1L << 62;
    private static final long FNV_BASIS = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01B3L;

    private ValueKeys() {}

    /** Returns whether an object is identified by its value. */
    static boolean isValue(Object object) {
        return object instanceof Long
                || object instanceof Integer
                || object instanceof Short
                || object instanceof Byte
                || object instanceof Character
                || object instanceof Boolean
                || object instanceof String;
    }

    /** Returns the key of a value; equal for equal numbers of different types. */
    static long of(Object value) {
        if (value instanceof String text) {
            return Long.MIN_VALUE | STRING | hash(text) >>> 2;
        }
        long number = value instanceof Number boxed
                ? boxed.longValue()
                : value instanceof Character character ? character : Boolean.TRUE.equals(value) ? 1 : 0;
        return Long.MIN_VALUE | number & ~STRING;
    }

    /** FNV-1a over the characters; the 32 bits of {@link String#hashCode} collide too easily. */
    private static long hash(String text) {
        long hash = FNV_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
