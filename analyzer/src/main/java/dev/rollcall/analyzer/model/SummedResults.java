package dev.rollcall.analyzer.model;

import java.util.Arrays;

/**
 * The sums of what one rank's collectives on a communicator wrote, of calls whose results must be equal on all ranks, in the order
 * of their sequence numbers. Immutable.
 */
public final class SummedResults {
    /** No sums. */
    public static final SummedResults NONE = new SummedResults(new long[0], new long[0], new long[0], new String[0]);

    private final long[] sequences;
    private final long[] sums;
    private final long[] bytes;
    private final String[] types;

    /**
     * Makes them. The arrays are of equal length and must not change afterwards.
     *
     * @param sequences the calls' sequence numbers, ascending, each once
     * @param sums the sums
     * @param bytes how many bytes were summed
     * @param types what the elements were summed as
     */
    public SummedResults(long[] sequences, long[] sums, long[] bytes, String[] types) {
        this.sequences = sequences;
        this.sums = sums;
        this.bytes = bytes;
        this.types = types;
    }

    /** Returns how many there are. */
    public int size() {
        return sequences.length;
    }

    /** Returns the sequence number of the call at an index. */
    public long sequence(int index) {
        return sequences[index];
    }

    /** Returns the sum at an index. */
    public long sum(int index) {
        return sums[index];
    }

    /** Returns the index of a call; negative where its result was not summed. */
    public int indexOf(long sequence) {
        return Arrays.binarySearch(sequences, sequence);
    }

    /** Returns whether the results of the same calls were summed here and there. */
    boolean sameCalls(SummedResults other) {
        return Arrays.equals(sequences, other.sequences);
    }

    /** Returns whether the same elements were summed here and there, so that the sums can be compared. */
    boolean comparable(int index, SummedResults other, int otherIndex) {
        return bytes[index] == other.bytes[otherIndex] && types[index].equals(other.types[otherIndex]);
    }
}
