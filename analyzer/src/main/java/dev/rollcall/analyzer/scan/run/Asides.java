package dev.rollcall.analyzer.scan.run;

import java.util.HashSet;
import java.util.Set;

/**
 * Calls aside of all collectives that were found to take too long: they are left out from then on, on all ranks alike, and
 * what they return is not known. Whoever finds one begins again, so that no rank has run what another one left out.
 */
final class Asides {
    private static final int MOST_STEPS = 30_000;
    private static final int FEWEST_STEPS = 1_000;
    private static final int MOST = 256;

    private final Set<Long> left = new HashSet<>();

    /** Returns how many steps a call aside may take; the more were too long, the fewer. */
    int mostSteps() {
        return Math.max(FEWEST_STEPS, MOST_STEPS / (1 + left.size()));
    }

    /** Returns whether a call is left out. */
    boolean leaveOut(long instance) {
        return left.contains(instance);
    }

    /** Leaves a call out from now on; returns whether there was room to remember it. */
    boolean learn(long instance) {
        return left.size() < MOST && left.add(instance);
    }
}
