package dev.rollcall.analyzer.align;

/** How a call follows from what its rank called before, from the least to the most expected. */
public enum Predictability {
    /** The rank never made this call from this place before. */
    NEW,
    /** It made this call before, but its past says that another one was next. */
    OUT_OF_TURN,
    /** It made this call before, and its past says nothing about what was next. */
    KNOWN,
    /** It is the call that its past says was next. */
    KEPT
}
