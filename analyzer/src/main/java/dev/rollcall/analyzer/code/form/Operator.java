package dev.rollcall.analyzer.code.form;

/** The operators of {@link Expression.Apply}. All but the first group give a truth, a length, or a conversion of their operand. */
public enum Operator {
    ADD,
    SUB,
    MUL,
    /** Division, which {@link Arithmetic} defines: it truncates for Java's integers, and is a true one otherwise. */
    DIV,
    /** Python's {@code //}. */
    FLOOR_DIV,
    /** The remainder, with the sign of the dividend in Java and of the divisor in Python. */
    MOD,
    POW,
    NEG,
    AND,
    OR,
    XOR,
    INVERT,
    SHL,
    SHR,
    USHR,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    NOT,
    /** Whether the second operand contains the first. */
    IN,
    NOT_IN,
    /** Identity of objects, also Java's {@code ==} of references. */
    IS,
    IS_NOT,
    /** The length of an array, or of what Python's {@code len} takes. */
    LEN,
    /** Python's {@code x[from:to:step]}; operands: x, from, to, step, null for one left out. */
    SLICE,
    /** Conversions of Java's numbers, which wrap. */
    TO_INT,
    TO_LONG,
    TO_BYTE,
    TO_SHORT,
    TO_CHAR,
    TO_FLOAT,
    TO_DOUBLE,
    /** Whether a condition on the operand holds. */
    TRUTH;

    /** Returns whether the result is a truth. */
    public boolean isTest() {
        return ordinal() >= EQ.ordinal() && ordinal() <= IS_NOT.ordinal() || this == TRUTH;
    }
}
