package dev.rollcall.analyzer.code.summary;

/** How much of a program the analysis takes on. What is beyond a limit becomes a {@link Word.Gap} that names the function. */
final class Limits {
    /** The most instructions of a function: generated parsers and tables have more. */
    static final int INSTRUCTIONS = 20_000;

    /** The most parts that one function adds to the words of a scan: what is written by hand has fewer than 500. */
    static final int WORD_PARTS = 4_000;

    /** The most parts of the word of a function that calls nothing and may throw: its checks concern few scans. */
    static final int SILENT_PARTS = 12;

    /** The most methods that a call may select: a hierarchy that is larger is open for more. */
    static final int TARGETS = 8;

    /**
     * The most times that what is assumed of a loop's variables, or of an object's class, is revised before it is given up as lost: two or
     * three do.
     */
    static final int PASSES = 6;

    /** The most rounds over the functions of a recursion until what they return is settled: four sources and the precision. */
    static final int ROUNDS = 6;

    /** The most functions that a value calls inside each other when a summary is applied. */
    static final int DEPTH = 16;

    /** The most functions that are analysed inside each other: the stack holds them. */
    static final int NESTED = 100;

    /** The longest array whose elements are followed: those that spell out arguments are short. */
    static final int VISIBLE_ELEMENTS = 16;

    private Limits() {}
}
