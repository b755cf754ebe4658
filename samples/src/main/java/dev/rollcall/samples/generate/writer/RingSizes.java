package dev.rollcall.samples.generate.writer;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How many calls are kept of each rank. Ranks take turns in the sizes, so that where there are several, what is overwritten
 * differs from rank to rank.
 *
 * @param sizes how many, each from 1; empty for the usual
 */
public record RingSizes(List<Integer> sizes) {
    /** As many as a recorder has that nobody told how many. */
    public static final RingSizes USUAL = new RingSizes(List.of());

    /** Returns rings of these sizes. */
    public static RingSizes of(Integer... sizes) {
        return new RingSizes(List.of(sizes));
    }

    /** Returns the size of a rank's ring; 0 for the usual. */
    public int size(int rank) {
        return sizes.isEmpty() ? 0 : sizes.get(rank % sizes.size());
    }

    @Override
    public String toString() {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
