package dev.rollcall.samples;

import java.util.List;

/** Whom a verdict may blame. */
public enum Blamed {
    /** No rank. */
    NOBODY,
    /** The rank that diverged, alone. */
    CULPRIT;

    /** Returns these ranks of a job whose rank {@code culprit} diverged, ascending. */
    public List<Integer> ranks(int culprit) {
        return switch (this) {
            case NOBODY -> List.of();
            case CULPRIT -> List.of(culprit);
        };
    }
}
