package dev.rollcall.analyzer.align;

/** How a rankClass differs from the consensus at one place. */
public enum EditKind {
    /** It has calls that the consensus has not. */
    EXTRA,
    /** It lacks calls that the consensus has, and goes on. */
    MISSING,
    /** It has another call in the place of one. */
    REPLACED,
    /** It has the same calls in another order. */
    SWAPPED,
    /** It ends at the difference, so that nothing after tells which of these it is. */
    OPEN
}
