package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.DifferenceSide;
import dev.rollcall.analyzer.align.DivergenceFinder;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.align.SignatureField;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.Set;

/**
 * Which cause the facts of a difference support best.
 *
 * <p>What follows a difference decides where something follows. A rank that is still in its first other call has no such
 * evidence; then the others' future calls, the habits of both sides and the code are asked, in this order.
 *
 * @param cause the cause
 * @param certain whether the evidence excludes the neighbouring causes, so that the sentence may say so
 */
public record Interpretation(Cause cause, boolean certain) {
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
        return switch (d.kind()) {
            case EXTRA ->
                divergences.hadPassed(d)
                        ? new Interpretation(skipOrLoop(d, relation), false)
                        : new Interpretation(Cause.EXTRA_COLLECTIVE, true);
            case MISSING -> new Interpretation(skipOrLoop(d, relation), true);
            case REPLACED -> new Interpretation(mismatch(d.fields()), true);
            default -> {
                Interpretation open = open(d, exit, relation);
                yield open.cause == Cause.EXTRA_COLLECTIVE && divergences.hadPassed(d)
                        ? new Interpretation(skipOrLoop(d, relation), false)
                        : open;
            }
        };
    }

    private static Cause skipOrLoop(CallDifference d, LoopExit.Relation relation) {
        boolean left = d.history().wholeIterations() || relation == LoopExit.Relation.LEFT_LOOP;
        return left ? Cause.SHORT_LOOP : Cause.SKIPPED_COLLECTIVE;
    }

    private static Interpretation open(CallDifference d, LoopExit exit, LoopExit.Relation relation) {
        if (d.history().callsAhead() > 0) {
            if (d.history().callsBack() > 0 && placesUnknown(d)) {
                // A call left out, or all those before it called once more: no line tells, and both are to come.
                boolean onZeroAlone = d.ranks().equals(List.of(0));
                return new Interpretation(onZeroAlone ? Cause.EXTRA_COLLECTIVE : skipOrLoop(d, relation), false);
            }
            return new Interpretation(skipOrLoop(d, relation), d.history().callsAhead() == 1 || !repeats(d.leaving()));
        }
        if (d.samePath() || placesUnknown(d) && !d.fields().contains(SignatureField.OPERATION)) {
            if (placesUnknown(d) && anotherCall(d)) {
                boolean atLoopsEnd = d.history().startsIteration() && !d.ranks().equals(List.of(0));
                return new Interpretation(atLoopsEnd ? Cause.SHORT_LOOP : Cause.EXTRA_COLLECTIVE, false);
            }
            return new Interpretation(mismatch(d.fields()), d.samePath());
        }
        if (!d.fields().contains(SignatureField.OPERATION) && !d.fields().contains(SignatureField.COUNT)) {
            return new Interpretation(mismatch(d.fields()), false);
        }
        if (relation == LoopExit.Relation.LEFT_LOOP) {
            return new Interpretation(Cause.SHORT_LOOP, true);
        }
        if (d.history().predictability().compareTo(Predictability.KNOWN) >= 0 && exit.othersLeft()) {
            return new Interpretation(Cause.EXTRA_COLLECTIVE, false);
        }
        if (exit.leadsToOthers().isPresent()) {
            return byCode(d, exit);
        }
        return byHabit(d, exit);
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
        return new Interpretation(mismatch(d.fields()), true);
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

    /** Whether a side's call is the very one before once more: it may have been tried again. */
    private static boolean repeats(DifferenceSide side) {
        int at = side.position();
        return at > 0
                && side.rankClass().code(at) == side.rankClass().code(at - 1)
                && side.call().stack().equals(side.rankClass().call(at - 1).stack());
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
