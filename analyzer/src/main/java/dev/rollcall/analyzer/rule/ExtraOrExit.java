package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.align.Predictability;

/**
 * A call where the others' loop begins another turn, in which its rank is blocked and which nobody is known to make later: it may be
 * one too many, or what follows the loop. No calls behind it tell which, so both stories are told, and both remedies.
 */
final class ExtraOrExit {
    static final String EXPLANATION = "Either no other rank makes this call, as with a metric or a checkpoint inside"
            + " `if (rank == 0)`, or the rank left its loop earlier than the others, as with uneven batches, and this call"
            + " follows the loop. The rank is blocked in the call, so no later call shows which it is.";
    static final String REMEDY =
            "Look at the line. If it is inside a condition on the rank, move the collective out, so that every rank"
                    + " makes the call, or remove it. If it follows the loop, give every rank the same number of iterations:"
                    + " agree on the smallest number before the loop, or drop or pad the last batch.";

    private ExtraOrExit() {}

    /**
     * Returns whether both stories fit.
     *
     * @param certain whether the code or the stacks decided for one
     */
    static boolean open(CallDifference d, boolean certain) {
        return !certain
                && d.kind() == EditKind.OPEN
                && d.history().callsAhead() == 0
                && d.history().predictability() == Predictability.NEW
                && d.history().startsIteration();
    }
}
