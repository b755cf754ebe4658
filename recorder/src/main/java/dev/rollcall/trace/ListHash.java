package dev.rollcall.trace;

/**
 * The hash of a call's lists, which its slot keeps so that equal lists can be recognized without their content.
 *
 * <p>Part of the trace format (docs/trace-format.md, "List hash").
 */
public final class ListHash {
    private static final long SEED = 0xCBF2_9CE4_8422_2325L;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private ListHash() {}

    /** Returns the hash of the first values of two lists; a list may be null if its count is 0. */
    public static long of(long[] input, int inputCount, long[] output, int outputCount) {
        long hash = add(add(SEED, inputCount), outputCount);
        for (int i = 0; i < inputCount; i++) {
            hash = add(hash, input[i]);
        }
        for (int i = 0; i < outputCount; i++) {
            hash = add(hash, output[i]);
        }
        return hash;
    }

    private static long add(long hash, long value) {
        long mixed = (hash ^ value) * FACTOR;
        return mixed ^ mixed >>> 32;
    }
}
