package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.align.Predictability;

/**
 * A call where the others' loop begins another turn, in which its rank is blocked and which nobody is known to make later: it may be
 * one too many, or what follows the loop. No calls behind it tell which, so both stories are told, and both remedies.
 */
final class ExtraOrExit {
    static final String EXPLANATION = "Either this is a call that no other rank makes, as for a metric or a save inside"
            + " `if (rank == 0)`, or the rank turned its loop less often than the others, as with uneven batches, and this is"
            + " what comes after the loop. It is blocked in the call, so nothing that follows tells which.";
    static final String REMEDY =
            "Look at the line. If it stands in a condition on the rank, move the collective out of it, so that"
                    + " every rank makes the call, or drop it. If it comes after the loop, give every rank the same number of turns:"
                    + " agree on the smallest before the loop, or drop or pad the last batch.";

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
