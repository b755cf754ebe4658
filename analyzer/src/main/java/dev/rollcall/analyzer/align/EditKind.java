package dev.rollcall.analyzer.align;

/** How a rank class differs from the consensus at one place. */
public enum EditKind {
    /** It has calls that the consensus lacks. */
    EXTRA,
    /** It lacks calls of the consensus and goes on. */
    MISSING,
    /** It has another call in the place of one. */
    REPLACED,
    /** It has the same calls in another order. */
    SWAPPED,
    /** It ends at the difference, so that no later call shows which of these it is. */
    OPEN
}
