package dev.rollcall.samples.generate.matrix;

import java.util.Locale;

/** How a verdict compares to the ground truth. */
enum MatrixOutcome {
    /** The culprits are right, and so are the cause and the line; for a healthy job, no rank is named. */
    NAMED,
    /** No culprit is named, and the suspects contain the culprit. */
    SUSPECTED,
    /** No rank is named, or both ranks of a pair where the evidence cannot tell which of them is wrong. */
    LEFT_OPEN,
    /** Texts or files with gaps suspect ranks, the culprit not among them; none is named. */
    MISLED,
    /** An innocent rank is named, or suspects without the culprit, or another cause or outcome; or there is no verdict. */
    WRONG;

    /** Returns the name in printed output. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
