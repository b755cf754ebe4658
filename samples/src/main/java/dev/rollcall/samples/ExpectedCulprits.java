package dev.rollcall.samples;

import java.util.List;
import java.util.stream.Stream;

/** Whom a verdict may blame. */
public enum ExpectedCulprits {
    /** No rank. */
    NOBODY,
    /** The rank that diverged, alone. */
    CULPRIT,
    /** The rank that diverged and the one after it, which after the last rank is the first. */
    CULPRIT_AND_NEXT,
    /** The rank that diverged, and where there are but two ranks also the other one. */
    CULPRIT_OR_BOTH_OF_TWO;

    /** Returns these ranks of a job of {@code worldSize} ranks whose rank {@code culprit} diverged, ascending. */
    public List<Integer> ranks(int culprit, int worldSize) {
        return switch (this) {
            case NOBODY -> List.of();
            case CULPRIT -> List.of(culprit);
            case CULPRIT_AND_NEXT -> both(culprit, (culprit + 1) % worldSize);
            case CULPRIT_OR_BOTH_OF_TWO -> worldSize == 2 ? both(0, 1) : List.of(culprit);
        };
    }

    private static List<Integer> both(int one, int other) {
        return Stream.of(one, other).sorted().toList();
    }
}
