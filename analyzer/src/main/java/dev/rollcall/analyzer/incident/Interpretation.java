package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.DivergenceFinder;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.verdict.Cause;

/**
 * The cause of a difference, and how far the evidence proves it.
 *
 * @param cause the cause
 * @param alternative the cause that explains the evidence as well; null for none
 * @param certain whether the evidence excludes the neighbouring causes, so that the sentence may say so; false with an alternative
 */
public record Interpretation(Cause cause, Cause alternative, boolean certain) {

    /**
     * Interprets one difference.
     *
     * @param divergences tells what else the ranks called meanwhile
     */
    static Interpretation of(CallDifference d, CodeStructure code, DivergenceFinder divergences) {
        return new CauseTable(d, code, divergences).interpretation();
    }

    /** The evidence excludes other causes. */
    static Interpretation certain(Cause cause) {
        return new Interpretation(cause, null, true);
    }

    /** The evidence is for this cause, and does not exclude its neighbours. */
    static Interpretation likely(Cause cause) {
        return new Interpretation(cause, null, false);
    }

    /** The evidence is the same for both causes; the job has the first one as its cause. */
    static Interpretation either(Cause cause, Cause alternative) {
        return new Interpretation(cause, alternative, false);
    }
}
