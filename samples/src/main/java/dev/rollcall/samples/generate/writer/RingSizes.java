package dev.rollcall.samples.generate.writer;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How many calls the file of each rank keeps. Rank <i>r</i> has the size at <i>r</i> modulo the number of sizes, so that with
 * several sizes the ranks lose different numbers of calls.
 *
 * @param sizes the numbers of calls, each from 1; empty for the recorder's default
 */
public record RingSizes(List<Integer> sizes) {
    /** What a recorder keeps by default. */
    public static final RingSizes DEFAULT = new RingSizes(List.of());

    /** Returns rings of these sizes. */
    public static RingSizes of(Integer... sizes) {
        return new RingSizes(List.of(sizes));
    }

    /** Returns the size of a rank's ring, or {@code otherwise} where it has the default. */
    public int size(int rank, int otherwise) {
        return sizes.isEmpty() ? otherwise : sizes.get(rank % sizes.size());
    }

    @Override
    public String toString() {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
