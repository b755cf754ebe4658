package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.CallThreads;
import dev.rollcall.analyzer.align.DivergenceFinder;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.align.HistoryComparison;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.align.SignatureField;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.Set;

/**
 * The cause of a difference, by what the calls show.
 *
 * <pre>
 *   the rank's calls        cause
 *   in another order        order-swap
 *   one replaced            the mismatch of what differs
 *   some missing            short-loop if they are whole iterations, or the rank left the loop; else skipped-collective
 *   some more               extra-collective; as for missing ones if its calls elsewhere show that it had passed the others'
 *   open                    it stops at its first different call, or several of these explain its calls:
 *                           see {@link OtherCall}
 * </pre>
 *
 * @param cause the cause
 * @param certain whether the evidence excludes the neighbouring causes, so that the sentence may say so
 */
public record Interpretation(Cause cause, boolean certain) {

    /** What a rank's first different call is, where no later call shows what became of the others' call. */
    private enum OtherCall {
        /** The others make it later: the rank skipped the calls before, made an earlier call again, or changed the order. */
        DUE_LATER,
        /** It comes from the others' line, or where no line is known it may: its arguments differ. */
        SAME_PLACE,
        /** It comes from a thread that made no call before. */
        OTHER_THREAD,
        /** It comes from another line. */
        OTHER_PLACE
    }

    /**
     * Interprets one difference.
     *
     * @param divergences tells what else the ranks called meanwhile
     */
    static Interpretation of(CallDifference d, CodeStructure code, DivergenceFinder divergences) {
        if (d.kind() == EditKind.SWAPPED) {
            return new Interpretation(Cause.ORDER_SWAP, true);
        }
        if (!d.decided()) {
            return new Interpretation(Cause.UNDETERMINED, true);
        }
        LoopExit exit = LoopExit.of(d, code);
        LoopExit.Relation relation = exit.relation(d);
        Interpretation cause = switch (d.kind()) {
            case EXTRA ->
                new Interpretation(Cause.EXTRA_COLLECTIVE, !d.history().madeByOthers());
            case MISSING -> new Interpretation(skipOrLoop(d, relation), true);
            case REPLACED -> new Interpretation(mismatch(d.fields()), true);
            default -> open(d, exit, relation);
        };
        return cause.cause == Cause.EXTRA_COLLECTIVE && divergences.hadPassed(d)
                ? new Interpretation(skipOrLoop(d, relation), false)
                : cause;
    }

    private static Cause skipOrLoop(CallDifference d, LoopExit.Relation relation) {
        boolean left = d.history().wholeIterations()
                || relation == LoopExit.Relation.LEFT_LOOP
                || relation == LoopExit.Relation.LEFT_INNER_LOOP;
        return left ? Cause.SHORT_LOOP : Cause.SKIPPED_COLLECTIVE;
    }

    private static Interpretation open(CallDifference d, LoopExit exit, LoopExit.Relation relation) {
        return switch (otherCall(d)) {
            case DUE_LATER -> dueLater(d, exit, relation);
            case SAME_PLACE -> samePlace(d);
            case OTHER_THREAD -> new Interpretation(Cause.EXTRA_COLLECTIVE, false);
            case OTHER_PLACE -> otherPlace(d, exit, relation);
        };
    }

    private static OtherCall otherCall(CallDifference d) {
        if (d.history().callsAhead() > 0) {
            return OtherCall.DUE_LATER;
        }
        if (d.samePath()) {
            return OtherCall.SAME_PLACE;
        }
        if (d.history().threads() == CallThreads.FIRST_CALL && d.history().predictability() == Predictability.NEW) {
            return OtherCall.OTHER_THREAD;
        }
        return placesUnknown(d) && !d.fields().contains(SignatureField.OPERATION)
                ? OtherCall.SAME_PLACE
                : OtherCall.OTHER_PLACE;
    }

    /**
     * <pre>
     *   the rank's call                                               cause
     *   from a pool of threads                                        order-swap
     *   due in another iteration, or in a further turn of an inner
     *   loop, or the last one again                                   extra-collective
     *   else                                                          skipped-collective or short-loop
     * </pre>
     */
    private static Interpretation dueLater(CallDifference d, LoopExit exit, LoopExit.Relation relation) {
        HistoryComparison history = d.history();
        if (history.threads() == CallThreads.POOL) {
            return new Interpretation(Cause.ORDER_SWAP, false);
        }
        boolean several = history.kindsAhead() > 1;
        boolean onceMore = history.crossesIteration()
                || history.anotherTurn() && (several || exit.othersLeft())
                || history.again() && several && !history.endsIteration();
        // A call left out, or all those before it called once more: no line tells, and both are to come.
        boolean either = history.callsBack() > 0 && placesUnknown(d);
        boolean extra = onceMore || either && d.ranks().equals(List.of(0));
        if (extra && !exit.partBeforeOthersCallOnly()) {
            return new Interpretation(Cause.EXTRA_COLLECTIVE, false);
        }
        return new Interpretation(
                skipOrLoop(d, relation), !extra && !either && (history.callsAhead() == 1 || !history.again()));
    }

    private static Interpretation samePlace(CallDifference d) {
        if (placesUnknown(d) && anotherCall(d)) {
            boolean atLoopsEnd = d.history().startsIteration() && !d.ranks().equals(List.of(0));
            return new Interpretation(atLoopsEnd ? Cause.SHORT_LOOP : Cause.EXTRA_COLLECTIVE, false);
        }
        return new Interpretation(mismatch(d.fields()), d.samePath());
    }

    private static Interpretation otherPlace(CallDifference d, LoopExit exit, LoopExit.Relation relation) {
        if (!d.fields().contains(SignatureField.OPERATION) && !d.fields().contains(SignatureField.COUNT)) {
            return new Interpretation(mismatch(d.fields()), false);
        }
        if (relation == LoopExit.Relation.LEFT_LOOP) {
            return new Interpretation(Cause.SHORT_LOOP, true);
        }
        if (relation == LoopExit.Relation.LEFT_INNER_LOOP) {
            // The others may be in the next iteration of the outer loop, which its call belongs to.
            boolean byAll = exit.madeByAll().orElse(!d.ranks().equals(List.of(0)));
            return new Interpretation(
                    byAll ? Cause.SHORT_LOOP : Cause.EXTRA_COLLECTIVE,
                    exit.madeByAll().isPresent() && byAll);
        }
        if (d.history().predictability().compareTo(Predictability.KNOWN) >= 0 && exit.othersLeft()) {
            return new Interpretation(Cause.EXTRA_COLLECTIVE, false);
        }
        return exit.leadsToOthers().isPresent() ? byCode(d, exit) : byHabit(d, exit);
    }

    private static Interpretation byCode(CallDifference d, LoopExit exit) {
        if (exit.leadsToOthers().orElseThrow()) {
            return new Interpretation(Cause.EXTRA_COLLECTIVE, true);
        }
        if (exit.othersLeadHere().orElse(false)) {
            boolean nextTurn = d.history().iterationLength() > 0
                    ? d.history().startsIteration()
                    : d.history().othersPredictability() != Predictability.NEW;
            return new Interpretation(nextTurn ? Cause.EXTRA_COLLECTIVE : Cause.SKIPPED_COLLECTIVE, true);
        }
        return exit.inSameLoops()
                ? new Interpretation(mismatch(d.fields()), true)
                : new Interpretation(Cause.EXTRA_COLLECTIVE, false);
    }

    private static Interpretation byHabit(CallDifference d, LoopExit exit) {
        if (sameData(d)) {
            return new Interpretation(Cause.OP_MISMATCH, false);
        }
        boolean later = exit.laterLine().orElse(!d.ranks().equals(List.of(0)));
        if (d.history().othersPredictability().compareTo(Predictability.KNOWN) >= 0) {
            boolean atLoopsEnd = d.history().predictability() == Predictability.NEW
                    && d.history().startsIteration()
                    && !exit.onOneLine()
                    && !exit.sharesTheTurn(d);
            if (!atLoopsEnd && d.history().predictability() == Predictability.NEW && exit.leftHalfway(d)) {
                return new Interpretation(Cause.SKIPPED_COLLECTIVE, false);
            }
            // Rank 0 alone, beside the others in one method, is rather at a metric than done with its data.
            boolean onZeroAlone = d.ranks().equals(List.of(0)) && exit.besideTheOthers();
            return new Interpretation(
                    atLoopsEnd && later && !onZeroAlone ? Cause.SHORT_LOOP : Cause.EXTRA_COLLECTIVE, false);
        }
        boolean passedBy = d.history().predictability() == Predictability.NEW
                        && exit.laterLine().orElse(false)
                || d.history().predictability() == Predictability.KEPT
                        && !d.history().startsIteration()
                || d.history().resumes();
        return new Interpretation(passedBy ? Cause.SKIPPED_COLLECTIVE : Cause.EXTRA_COLLECTIVE, false);
    }

    /** Whether both calls are about one buffer's worth of data, so that one operation stands for the other. */
    private static boolean sameData(CallDifference d) {
        Signature own = d.call() == null ? null : d.call().signature();
        Signature others = d.othersCall() == null ? null : d.othersCall().signature();
        return own != null
                && others != null
                && own.count() > 0
                && own.count() == others.count()
                && own.elementType() != null
                && own.elementType().equals(others.elementType());
    }

    private static boolean placesUnknown(CallDifference d) {
        return d.call() != null
                && d.othersCall() != null
                && d.call().stack().siteFrame() == null
                && d.othersCall().stack().siteFrame() == null;
    }

    /**
     * Whether the rank's call is hardly the others' with another size, although no stack tells: theirs goes on with the loop
     * that its would break, and its is nowhere near theirs in size.
     */
    private static boolean anotherCall(CallDifference d) {
        long own = d.call().signature().count();
        long others = d.othersCall().signature().count();
        return d.fields().contains(SignatureField.COUNT)
                && d.history().othersPredictability().compareTo(Predictability.KNOWN) >= 0
                && d.history().predictability() != Predictability.KEPT
                && own >= 0
                && others >= 0
                && Math.max(own, others) / Thresholds.ANOTHER_CALL_TIMES_LARGER > Math.min(own, others);
    }

    private static Cause mismatch(Set<SignatureField> fields) {
        if (fields.contains(SignatureField.OPERATION)) {
            return Cause.OP_MISMATCH;
        }
        if (fields.contains(SignatureField.COUNT)) {
            return Cause.SIZE_MISMATCH;
        }
        if (fields.contains(SignatureField.ELEMENT_TYPE)) {
            return Cause.DTYPE_MISMATCH;
        }
        if (fields.contains(SignatureField.ROOT)) {
            return Cause.ROOT_MISMATCH;
        }
        if (fields.contains(SignatureField.REDUCTION)) {
            return Cause.REDUCE_OP_MISMATCH;
        }
        return fields.contains(SignatureField.SPLITS) ? Cause.SPLIT_MISMATCH : Cause.UNDETERMINED;
    }
}
