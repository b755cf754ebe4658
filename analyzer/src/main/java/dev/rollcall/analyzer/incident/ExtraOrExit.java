package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.align.Predictability;

/**
 * A call where the others' loop begins another turn, in which its rank is blocked and which nobody is known to make later: it may be
 * one too many, or what follows the loop. No calls behind it tell which, so both stories are told, and both remedies.
 */
public final class ExtraOrExit {

    private ExtraOrExit() {}

    /**
     * Returns whether both stories fit.
     *
     * @param certain whether the code or the stacks decided for one
     */
    public static boolean open(CallDifference d, boolean certain) {
        return !certain
                && d.kind() == EditKind.OPEN
                && d.history().callsAhead() == 0
                && d.history().predictability() == Predictability.NEW
                && d.history().startsIteration();
    }
}
