package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.Cause;
import java.util.SortedSet;

/**
 * Two ranks' calls that do not fit.
 *
 * @param cause the kind of failure
 * @param branch the branch at which the ranks part; null where they part at none
 * @param ranks the ranks that do what the fewer do
 * @param one a call that has no equal
 * @param other the call that another rank makes instead; null where it makes none
 * @param certain whether it happens for sure in this run, rather than perhaps
 */
record Difference(Cause cause, Open branch, SortedSet<Integer> ranks, Event one, Event other, boolean certain) {

    /** Returns whether it is about two calls that are each other's and do not agree. */
    boolean mismatch() {
        return switch (cause) {
            case ROOT_MISMATCH, REDUCE_OP_MISMATCH, SIZE_MISMATCH, DTYPE_MISMATCH -> true;
            default -> other != null && branch == null;
        };
    }
}
