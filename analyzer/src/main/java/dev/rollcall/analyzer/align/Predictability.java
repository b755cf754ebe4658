package dev.rollcall.analyzer.align;

/** How a call follows from the calls that its rank made before, from the least to the most predictable. */
public enum Predictability {
    /** The rank never made this call from this path before. */
    NEW,
    /** The rank made this call before, and its history predicts another one. */
    OUT_OF_TURN,
    /** The rank made this call before, and its history predicts nothing. */
    KNOWN,
    /** The rank's history predicts this call. */
    KEPT
}
