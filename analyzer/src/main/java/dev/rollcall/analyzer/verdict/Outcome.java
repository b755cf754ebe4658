package dev.rollcall.analyzer.verdict;

import java.util.Locale;

/** What is the matter with a job as a whole. */
public enum Outcome {
    /** Nothing diverged and nothing is stuck. */
    HEALTHY,
    /** Slow, not stuck. */
    PROGRESSING,
    /** Ranks called different things, or one stopped calling. */
    DESYNC,
    /** All joined and none finishes. */
    STALLED,
    /** A copy or a result is wrong. */
    CORRUPTED,
    /** The evidence does not say; the summary gives the reason. */
    INCONCLUSIVE;

    /** Returns the name that users see. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the exit code of {@code rollcall analyze}: 0, 1 or 3. */
    public int exitCode() {
        return switch (this) {
            case HEALTHY, PROGRESSING -> 0;
            case DESYNC, STALLED, CORRUPTED -> 1;
            case INCONCLUSIVE -> 3;
        };
    }
}
