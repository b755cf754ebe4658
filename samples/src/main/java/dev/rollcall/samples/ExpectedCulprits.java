package dev.rollcall.samples;

import java.util.List;
import java.util.stream.Stream;

/** The culprits that a verdict about a sample may name. */
public enum ExpectedCulprits {
    /** No rank. */
    NONE,
    /** The rank that diverged, alone. */
    CULPRIT,
    /** The rank that diverged and the next one; rank 0 comes after the last. */
    CULPRIT_AND_NEXT,
    /** The rank that diverged; in a job of two ranks, both. */
    CULPRIT_OR_BOTH_OF_TWO;

    /** Returns the ranks, ascending, in a job of {@code worldSize} ranks in which rank {@code culprit} diverged. */
    public List<Integer> ranks(int culprit, int worldSize) {
        return switch (this) {
            case NONE -> List.of();
            case CULPRIT -> List.of(culprit);
            case CULPRIT_AND_NEXT -> both(culprit, (culprit + 1) % worldSize);
            case CULPRIT_OR_BOTH_OF_TWO -> worldSize == 2 ? both(0, 1) : List.of(culprit);
        };
    }

    private static List<Integer> both(int one, int other) {
        return Stream.of(one, other).sorted().toList();
    }
}
