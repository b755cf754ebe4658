package dev.rollcall.analyzer.model;

import java.util.Arrays;

/**
 * The application's steps in which the calls of one lane were made, as far as the source shows them. Immutable.
 *
 * <p>Steps are kept as runs of calls, because most steps have several.
 */
public final class CallSteps {
    /** The step of a call that belongs to none, or whose step is unknown. */
    public static final long NONE = Long.MIN_VALUE;

    /** The application marks no steps. */
    public static final CallSteps UNMARKED = new CallSteps(new long[0], new long[0]);

    private final long[] first;
    private final long[] numbers;

    private CallSteps(long[] first, long[] numbers) {
        this.first = first;
        this.numbers = numbers;
    }

    /** Returns the step of the call with a sequence number, {@link #NONE} where unknown. */
    public long of(long sequence) {
        int found = Arrays.binarySearch(first, sequence);
        int run = found >= 0 ? found : -found - 2;
        return run < 0 ? NONE : numbers[run];
    }

    /** Collects the steps of calls. Not thread-safe. */
    public static final class Builder {
        private long[] first = new long[8];
        private long[] numbers = new long[8];
        private int runs;

        /** Makes an empty builder. */
        public Builder() {}

        /** Adds the step of a call. A call whose sequence number is not above that of the last one is left out. */
        public void add(long sequence, long step) {
            if (runs == 0 ? step == NONE : step == numbers[runs - 1] || sequence <= first[runs - 1]) {
                return;
            }
            if (runs == first.length) {
                first = Arrays.copyOf(first, 2 * runs);
                numbers = Arrays.copyOf(numbers, 2 * runs);
            }
            first[runs] = sequence;
            numbers[runs++] = step;
        }

        /** Returns the steps. */
        public CallSteps build() {
            return runs == 0 ? UNMARKED : new CallSteps(Arrays.copyOf(first, runs), Arrays.copyOf(numbers, runs));
        }
    }
}
