package dev.rollcall.analyzer.align;

/** A part of a signature that the ranks of one call must agree on. */
public enum SignatureField {
    OPERATION,
    ELEMENT_TYPE,
    COUNT,
    REDUCTION,
    ROOT,
    SPLITS
}
