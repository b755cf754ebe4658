package dev.rollcall.analyzer.code.form;

/** Whose numbers an operator computes with. */
public enum Arithmetic {
    /** Java's {@code int} and narrower: wraps at 32 bits, division truncates. */
    INT,
    /** Java's {@code long}: wraps at 64 bits, division truncates. */
    LONG,
    /** Java's {@code float} and {@code double}. */
    FLOATING,
    /** Python's: unbounded integers, true division, and operators of texts, lists and library types. */
    DYNAMIC
}
