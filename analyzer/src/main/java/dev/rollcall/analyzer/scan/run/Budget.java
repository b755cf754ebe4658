package dev.rollcall.analyzer.scan.run;

/**
 * How far the beginnings of a program are followed: each as far as a small program can be, a large program's no further than
 * that the whole ends within a minute or so. Counted in instructions, so that it is the same on every machine.
 */
final class Budget {
    private static final int MOST_PATHS = 64;
    private static final int FEW_PATHS = 8;
    /** After so many ways none of which asks for the rank, no other one is expected to. */
    private static final int IN_VAIN = 24;

    /** For one beginning, with one number of ranks. */
    private static final long MOST = 600_000;

    /** For one beginning, with all numbers of ranks; from then on a few ways are tried. */
    private static final long ENTRY = 1_000_000;

    /** For all beginnings; from then on a few ways are tried of each. */
    private static final long PROGRAM = 6_000_000;

    /** For all beginnings; from then on none is run. */
    private static final long END = 10_000_000;

    private long spent;
    private long entry;

    /** Begins with another beginning; returns whether anything is left for it. */
    boolean begin() {
        entry = 0;
        return spent < END;
    }

    /** Returns how far to go with the next number of ranks. */
    Ways ways() {
        boolean few = entry > ENTRY || spent > PROGRAM;
        return new Ways(few ? FEW_PATHS : MOST_PATHS, IN_VAIN, few ? MOST / FEW_PATHS : MOST);
    }

    /** Takes steps from what is left. */
    void spend(long steps) {
        spent += steps;
        entry += steps;
    }
}
