package dev.rollcall.analyzer.incident;

import static dev.rollcall.analyzer.incident.Interpretation.certain;
import static dev.rollcall.analyzer.incident.Interpretation.either;
import static dev.rollcall.analyzer.incident.Interpretation.likely;
import static dev.rollcall.analyzer.verdict.Cause.EXTRA_COLLECTIVE;
import static dev.rollcall.analyzer.verdict.Cause.OP_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.ORDER_SWAP;
import static dev.rollcall.analyzer.verdict.Cause.SHORT_LOOP;
import static dev.rollcall.analyzer.verdict.Cause.SKIPPED_COLLECTIVE;

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
import java.util.Set;

/**
 * Maps what the calls, the stacks and the code show of a difference to its cause. The first row that applies counts. Rank numbers
 * are no evidence.
 *
 * <pre>
 *   evidence                                                         cause
 *   the rank's calls go on, and are
 *     the others' in another order                                   certain  order-swap
 *     theirs with one replaced                                       certain  the mismatch of what differs
 *     theirs without some                                            certain  skipped or short-loop *
 *     theirs and some more                                           certain  extra; likely, if the others make it elsewhere
 *     the same, and it had passed the others' call by its calls
 *     elsewhere                                                      likely   skipped or short-loop *
 *   the others make the rank's call later, and
 *     it comes from a pool of threads                                likely   order-swap
 *     it is an executor's task of the same line                      either   order-swap, or skipped
 *     by the code all ranks make it, and not the others' call, or
 *     only before that is a condition that leads to it:
 *     if one of the next rows applies that name extra                likely   skipped or short-loop *
 *     the calls before it are of two iterations                      likely   extra
 *     it continues an inner loop that the others left, or is the
 *     rank's last call again before the rest of an iteration         either   extra, or skipped
 *     it is the last call again, or no line is known and it starts
 *     an iteration, or the rank makes both                           either   skipped or short-loop *, or extra
 *     the missing calls are iterations, or the rest of one, or the
 *     lines of one method show their order                           certain  skipped or short-loop *
 *     else                                                           either   skipped, or order-swap
 *   the call comes from the others' line, or may                     certain or likely  the mismatch of what differs
 *     and no line is known, nor any call before                      either   the mismatch of what differs, or extra
 *     and is far from theirs in size, where an iteration starts      either   short-loop, or extra
 *     and is far from theirs in size elsewhere                       likely   extra
 *   the call comes from a thread that made none before               likely   extra
 *   the call comes from another line, and
 *     only its type, root, reduction or splits differ                likely   the mismatch of what differs
 *     it is behind the others' loop, in no outer one                 certain  short-loop
 *     it is behind the others' loop, in an outer one                 by whether all ranks make it in the code: certain short-loop,
 *                                                                    likely extra; unknown: either
 *     the others' call is their last one again, and the code makes
 *     the rank's call before it comes to that line again             certain  short-loop
 *     the rank is in a loop that the others left, and knows the call likely   extra
 *     the code leads from it to the others' call                     certain  extra
 *     the code leads from the others' call to it                     certain  skipped; extra, if an iteration starts
 *     it is on the other side of a branch                            certain  the mismatch of what differs
 *     no call before is held of either side                          either   the mismatch of what differs, or extra
 *     it moves the same data                                         likely   op-mismatch
 *     it is new and on a later line, where an iteration starts       either   short-loop, or extra
 *     the rank left a method halfway                                 likely   skipped
 *     else, by the rank's own history                                likely   skipped or extra
 *
 *   * short-loop if the missing calls are whole iterations, or the call is behind the loop
 * </pre>
 */
final class CauseTable {
    private final CallDifference d;
    private final HistoryComparison history;
    private final DivergenceFinder divergences;
    private final LoopExit exit;
    private final LoopExit.Relation relation;

    CauseTable(CallDifference difference, CodeStructure code, DivergenceFinder divergences) {
        this.d = difference;
        this.history = difference.history();
        this.divergences = divergences;
        this.exit = LoopExit.of(difference, code);
        this.relation = exit.relation(difference);
    }

    Interpretation interpretation() {
        if (d.kind() == EditKind.SWAPPED) {
            return certain(ORDER_SWAP);
        }
        if (!d.decided()) {
            return certain(Cause.UNDETERMINED);
        }
        Interpretation reading = switch (d.kind()) {
            case EXTRA -> history.madeByOthers() ? likely(EXTRA_COLLECTIVE) : certain(EXTRA_COLLECTIVE);
            case MISSING -> certain(skipOrLoop());
            case REPLACED -> certain(mismatch());
            default -> open();
        };
        return reading.cause() == EXTRA_COLLECTIVE && divergences.hadPassed(d) ? likely(skipOrLoop()) : reading;
    }

    private Interpretation open() {
        if (history.callsAhead() > 0) {
            return dueLater();
        }
        if (d.samePath()) {
            return certain(mismatch());
        }
        if (history.threads() == CallThreads.FIRST_CALL && isNew()) {
            return likely(EXTRA_COLLECTIVE);
        }
        return placesUnknown() && !d.fields().contains(SignatureField.OPERATION) ? anyLine() : otherLine();
    }

    private Interpretation dueLater() {
        if (history.threads() == CallThreads.POOL) {
            return likely(ORDER_SWAP);
        }
        if (history.threads() == CallThreads.TASKS) {
            return either(ORDER_SWAP, SKIPPED_COLLECTIVE);
        }
        boolean several = history.kindsAhead() > 1;
        boolean onceMore = history.anotherTurn() && (several || exit.othersLeft())
                || history.again() && several && !history.endsIteration();
        boolean leftOut = exit.partBeforeOthersCallOnly();
        if ((history.crossesIteration() || onceMore) && leftOut) {
            return likely(skipOrLoop());
        }
        if (history.crossesIteration()) {
            return likely(EXTRA_COLLECTIVE);
        }
        if (onceMore) {
            return either(EXTRA_COLLECTIVE, SKIPPED_COLLECTIVE);
        }
        Cause missing = skipOrLoop();
        boolean restMissing = missing == SKIPPED_COLLECTIVE && history.endsIteration();
        if (history.again() || placesUnknown() && (restMissing || history.callsBack() > 0)) {
            return leftOut ? likely(missing) : either(missing, EXTRA_COLLECTIVE);
        }
        return missing == SHORT_LOOP || restMissing || exit.laterLine().isPresent()
                ? certain(missing)
                : either(SKIPPED_COLLECTIVE, ORDER_SWAP);
    }

    private Interpretation anyLine() {
        if (nothingBefore()) {
            return either(mismatch(), EXTRA_COLLECTIVE);
        }
        if (!farInSize()) {
            return likely(mismatch());
        }
        return history.startsIteration() ? either(SHORT_LOOP, EXTRA_COLLECTIVE) : likely(EXTRA_COLLECTIVE);
    }

    private Interpretation otherLine() {
        if (!d.fields().contains(SignatureField.OPERATION) && !d.fields().contains(SignatureField.COUNT)) {
            return likely(mismatch());
        }
        if (relation == LoopExit.Relation.LEFT_LOOP) {
            return certain(SHORT_LOOP);
        }
        if (relation == LoopExit.Relation.LEFT_INNER_LOOP) {
            // The others may be in the next iteration of the outer loop, which its call belongs to.
            return exit.madeByAll()
                    .map(byAll -> byAll ? certain(SHORT_LOOP) : likely(EXTRA_COLLECTIVE))
                    .orElse(either(SHORT_LOOP, EXTRA_COLLECTIVE));
        }
        if (exit.leftRepetition(d)) {
            return certain(SHORT_LOOP);
        }
        if (history.predictability().compareTo(Predictability.KNOWN) >= 0 && exit.othersLeft()) {
            return likely(EXTRA_COLLECTIVE);
        }
        return exit.leadsToOthers().map(this::byCode).orElseGet(this::byHistory);
    }

    private Interpretation byCode(boolean leadsToOthers) {
        if (leadsToOthers) {
            return certain(EXTRA_COLLECTIVE);
        }
        if (exit.othersLeadHere().orElse(false)) {
            boolean nextTurn = history.iterationLength() > 0
                    ? history.startsIteration()
                    : history.othersPredictability() != Predictability.NEW;
            return certain(nextTurn ? EXTRA_COLLECTIVE : SKIPPED_COLLECTIVE);
        }
        return exit.inSameLoops() ? certain(mismatch()) : likely(EXTRA_COLLECTIVE);
    }

    private Interpretation byHistory() {
        if (nothingBefore()) {
            return either(mismatch(), EXTRA_COLLECTIVE);
        }
        if (sameData()) {
            return likely(OP_MISMATCH);
        }
        if (history.othersPredictability().compareTo(Predictability.KNOWN) >= 0) {
            boolean atLoopsEnd = isNew() && history.startsIteration() && !exit.onOneLine() && !exit.sharesTheTurn(d);
            if (atLoopsEnd && exit.laterLine().orElse(true)) {
                return either(SHORT_LOOP, EXTRA_COLLECTIVE);
            }
            return likely(!atLoopsEnd && isNew() && exit.leftHalfway(d) ? SKIPPED_COLLECTIVE : EXTRA_COLLECTIVE);
        }
        boolean passedBy = isNew() && exit.laterLine().orElse(false)
                || history.predictability() == Predictability.KEPT && !history.startsIteration()
                || history.resumes();
        return likely(passedBy ? SKIPPED_COLLECTIVE : EXTRA_COLLECTIVE);
    }

    /**
     * Whether the sources hold no call before these, so that neither side has a history to keep or to break. The first calls of a
     * program need none where both lines are known: the order of the lines and the code show what comes next.
     */
    private boolean nothingBefore() {
        boolean first = d.sequence() == 1 && d.othersSequence() == 1;
        return d.leaving().position() == 0 && d.staying().position() == 0 && (!first || !placesKnown());
    }

    private boolean placesKnown() {
        return d.call() != null
                && d.othersCall() != null
                && d.call().stack().siteFrame() != null
                && d.othersCall().stack().siteFrame() != null;
    }

    private Cause skipOrLoop() {
        boolean left = history.wholeIterations()
                || relation == LoopExit.Relation.LEFT_LOOP
                || relation == LoopExit.Relation.LEFT_INNER_LOOP
                || exit.leftRepetition(d);
        return left ? SHORT_LOOP : SKIPPED_COLLECTIVE;
    }

    private boolean isNew() {
        return history.predictability() == Predictability.NEW;
    }

    /** Whether both calls are about one buffer's worth of data, so that one operation stands for the other. */
    private boolean sameData() {
        Signature own = d.call() == null ? null : d.call().signature();
        Signature others = d.othersCall() == null ? null : d.othersCall().signature();
        return own != null
                && others != null
                && own.count() > 0
                && own.count() == others.count()
                && own.elementType() != null
                && own.elementType().equals(others.elementType());
    }

    private boolean placesUnknown() {
        return d.call() != null
                && d.othersCall() != null
                && d.call().stack().siteFrame() == null
                && d.othersCall().stack().siteFrame() == null;
    }

    /**
     * Whether the rank's call is hardly the others' with another size, although no stack tells: theirs goes on with the loop
     * that its would break, and its is nowhere near theirs in size.
     */
    private boolean farInSize() {
        long own = d.call().signature().count();
        long others = d.othersCall().signature().count();
        return d.fields().contains(SignatureField.COUNT)
                && history.othersPredictability().compareTo(Predictability.KNOWN) >= 0
                && history.predictability() != Predictability.KEPT
                && own >= 0
                && others >= 0
                && Math.max(own, others) / Thresholds.ANOTHER_CALL_TIMES_LARGER > Math.min(own, others);
    }

    private Cause mismatch() {
        Set<SignatureField> fields = d.fields();
        if (fields.contains(SignatureField.OPERATION)) {
            return OP_MISMATCH;
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
