package dev.rollcall.analyzer.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The state of a job as a whole. */
public enum Outcome {
    /** No rank diverged and no call is stuck. */
    HEALTHY,
    /** Calls are pending and not stuck. */
    PROGRESSING,
    /** Ranks called different things, or one stopped calling or fell behind its peers. */
    DESYNC,
    /** All ranks joined a call, none is known to be behind, and it does not complete. */
    STALLED,
    /** A copy or a result is wrong, or a device failed or was given what it cannot reach. */
    CORRUPTED,
    /** The evidence does not decide; the summary says why. */
    INCONCLUSIVE;

    /** The order in which several jobs are listed: by exit code 1, 3, 0. */
    public static final Comparator<Outcome> WORST_FIRST =
            Comparator.comparing(List.of(DESYNC, STALLED, CORRUPTED, INCONCLUSIVE, PROGRESSING, HEALTHY)::indexOf);

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
