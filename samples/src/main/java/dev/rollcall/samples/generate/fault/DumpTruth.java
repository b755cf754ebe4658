package dev.rollcall.samples.generate.fault;

import java.util.List;

/** What a verdict may say where it has only PyTorch's dumps, which do not tell all that is true. */
final class DumpTruth {

    private DumpTruth() {}

    /** Returns what dumps can tell of the truth. */
    static GroundTruth of(GroundTruth truth, Fault fault, FaultPlace place) {
        List<List<Integer>> culpritOrNobody = List.of(List.of(place.rank()), List.of());
        return switch (fault) {
            // Roots, reductions, shares and the making of groups are not in a dump; what hangs then hangs for no
            // reason.
            case OTHER_ROOT, OTHER_REDUCTION, OTHER_SPLITS, NEVER_JOINS, OTHER_MEETING ->
                new GroundTruth(
                        List.of("healthy", "progressing", "stalled", "inconclusive", "desync"),
                        culpritOrNobody,
                        List.of("split-mismatch", "size-mismatch", "split-world", "rank-absent", "undetermined"),
                        List.of());
            // Who is gone left no dump.
            case CRASH, EXIT, KILL ->
                new GroundTruth(
                        List.of("desync", "inconclusive"),
                        culpritOrNobody,
                        List.of("rank-absent", "undetermined"),
                        List.of());
            // Nobody looked at its threads, so that no line of its own is told.
            case STUCK_OUTSIDE -> new GroundTruth(truth.verdicts(), truth.culprits(), truth.causes(), List.of());
            // No clock says how long the last calls have been pending.
            case STRAGGLER ->
                new GroundTruth(
                        List.of("healthy", "progressing", "inconclusive"),
                        truth.culprits(),
                        List.of("straggler", "undetermined"),
                        List.of());
            default -> truth;
        };
    }
}
