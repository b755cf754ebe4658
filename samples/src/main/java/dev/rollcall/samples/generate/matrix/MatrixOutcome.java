package dev.rollcall.samples.generate.matrix;

import java.util.Locale;

/** How an answer stands to the truth. */
enum MatrixOutcome {
    /** It says what is true, of whom, and by which line. */
    RIGHT,
    /** It may leave open who of two it was, or that anybody was, and does. */
    OPEN,
    /** It names nobody, and should. */
    SILENT,
    /** It blames the right rank, for something else. */
    OTHER_CAUSE,
    /** It blames a rank that did nothing wrong. */
    INNOCENT,
    /** There is no answer. */
    BROKEN;

    /** Returns how it is called in print. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns whether it is as good as the evidence lets it be. */
    boolean holds() {
        return this == RIGHT || this == OPEN;
    }
}
