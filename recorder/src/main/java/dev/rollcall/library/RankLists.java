package dev.rollcall.library;

import java.nio.IntBuffer;
import java.util.Collection;

/** Reads lists of ranks in the forms that the JDK has for them. */
final class RankLists {
    private RankLists() {}

    /** Returns the ranks of an array, a buffer or a collection, empty for anything else. Does not move a buffer's position. */
    static int[] of(Object list) {
        if (list instanceof int[] ranks) {
            return ranks.clone();
        }
        if (list instanceof IntBuffer buffer) {
            int[] ranks = new int[buffer.remaining()];
            buffer.duplicate().get(ranks);
            return ranks;
        }
        if (list instanceof Collection<?> collection) {
            return collection.stream()
                    .mapToInt(rank -> ((Number) rank).intValue())
                    .toArray();
        }
        return new int[0];
    }
}
