package dev.rollcall.analyzer.report.chart;

import java.util.Arrays;

/** Percentiles of a sample by the nearest-rank method. Immutable. */
final class Percentiles {
    private final long[] sorted;

    private Percentiles(long[] sorted) {
        this.sorted = sorted;
    }

    /** Takes a sample of one value at least. */
    static Percentiles of(long[] sample) {
        long[] sorted = sample.clone();
        Arrays.sort(sorted);
        return new Percentiles(sorted);
    }

    /** Returns how many values the sample has. */
    int size() {
        return sorted.length;
    }

    /** Returns the smallest value that is not below this percentage of the sample, from above 0 to 100. */
    long at(int percent) {
        return sorted[(int) ((long) percent * sorted.length + 99) / 100 - 1];
    }

    /** Returns the median. */
    long median() {
        return at(50);
    }
}
