package dev.rollcall.analyzer.verdict;

import java.util.Locale;

/** How far a rank's wait is from the ranks that a verdict names. */
public enum WaitDistance {
    /** The verdict names the rank. */
    NAMED,
    /** The rank waits for one that is named. */
    DIRECT,
    /** It waits for one that waits for a named rank. */
    SECOND_HAND,
    /** It waits for a named rank through two or more others. */
    FURTHER,
    /** It waits, and for no named rank. */
    APART,
    /** It does not wait. */
    NONE;

    /** Returns the name that users see. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the distance of a rank that waits for one at this distance. */
    public WaitDistance behind() {
        return switch (this) {
            case NAMED -> DIRECT;
            case DIRECT -> SECOND_HAND;
            case SECOND_HAND, FURTHER -> FURTHER;
            case APART, NONE -> APART;
        };
    }
}
