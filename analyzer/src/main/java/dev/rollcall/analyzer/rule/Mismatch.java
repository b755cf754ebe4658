package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;

/** Same place, different call: the shared sentence of the rules that tell what about it differs. */
abstract class Mismatch extends DifferenceRule {

    Mismatch(Cause cause, String explanation, String remedy) {
        super(cause, explanation, remedy);
    }

    /** Returns the part of the signature that differs, such as {@code 1,024 × f32}. */
    abstract String differing(Signature signature);

    /** Returns what stands between the operation and what differs. */
    String preposition() {
        return " of ";
    }

    @Override
    String summary(CallDifference d, boolean certain) {
        Call own = d.call();
        Call others = d.othersCall();
        return Wording.ranks(d.ranks()) + Wording.either(d.ranks(), " disagrees", " disagree") + " in call "
                + Wording.grouped(d.sequence()) + " on `"
                + d.communicator().name() + "`: "
                + own.signature().operation() + preposition() + differing(own.signature()) + line(own, others)
                + ", where "
                + Wording.lowerRanks(d.others()) + Wording.either(d.others(), " has ", " have ")
                + differing(others.signature()) + otherLine(own, others) + ".";
    }

    static String line(Call own, Call others) {
        return sameLine(own, others) ? "" : Wording.place(own.stack());
    }

    static String otherLine(Call own, Call others) {
        return sameLine(own, others)
                ? ", from the same line" + Wording.place(own.stack())
                : Wording.place(others.stack());
    }

    private static boolean sameLine(Call own, Call others) {
        StackFrame site = own.stack().siteFrame();
        return site != null && site.line() > 0 && site.equals(others.stack().siteFrame());
    }

    /** The operation differs. */
    static final class OfOperation extends Mismatch {
        OfOperation() {
            super(
                    Cause.OP_MISMATCH,
                    "One rank calls a different operation than the others. The library matches calls by their order alone, so"
                            + " both sides wait for messages that never come, or read each other's data.",
                    "Make every rank reach the same call: the condition that chooses between the two must not depend on anything"
                            + " that differs between ranks.");
        }

        @Override
        String differing(Signature signature) {
            return signature.describe();
        }

        @Override
        String summary(CallDifference d, boolean certain) {
            String period = d.history().othersPredictability() == Predictability.KEPT
                    ? ", as in every iteration of the loop"
                    : "";
            return Wording.ranks(d.ranks()) + Wording.either(d.ranks(), " calls", " call") + " another operation: "
                    + Wording.whose(d.ranks()) + " call "
                    + Wording.grouped(d.sequence()) + " on `"
                    + d.communicator().name() + "` is " + Wording.callAndPlace(d.call()) + ", where "
                    + Wording.lowerRanks(d.others()) + Wording.either(d.others(), " calls ", " call ")
                    + Wording.callAndPlace(d.othersCall()) + period + ".";
        }
    }

    /** The number of elements differs. */
    static final class OfSize extends Mismatch {
        OfSize() {
            super(
                    Cause.SIZE_MISMATCH,
                    "The ranks pass different amounts of data to one call. Depending on the library, the call then never returns,"
                            + " aborts, often in a rank that did nothing wrong, or returns wrong data.",
                    "Pass the same shape on every rank: pad the last batch, or exchange the sizes first and use the variable-size"
                            + " form of the operation.");
        }

        @Override
        String differing(Signature signature) {
            long count = signature.count() >= 0 ? signature.count() : signature.outputCount();
            return Wording.grouped(count)
                    + (signature.elementType() == null ? " elements" : " × " + signature.elementType());
        }
    }

    /** The element type differs. */
    static final class OfType extends Mismatch {
        OfType() {
            super(
                    Cause.DTYPE_MISMATCH,
                    "The ranks pass elements of different types to one call, so they expect different numbers of bytes, or read"
                            + " the bits of one type as the other.",
                    "Convert to the same type on every rank before the call. The usual cause is mixed precision that only some"
                            + " ranks enable.");
        }

        @Override
        String differing(Signature signature) {
            return signature.count() >= 0
                    ? Wording.grouped(signature.count()) + " × " + signature.elementType()
                    : signature.elementType();
        }
    }

    /** The root differs. */
    static final class OfRoot extends Mismatch {
        OfRoot() {
            super(
                    Cause.ROOT_MISMATCH,
                    "The ranks name different roots, so two ranks send and none receives, or all wait for one that does not send.",
                    "Name the same root on every rank. A root is a rank in the communicator, not a global rank; confusing the two is"
                            + " the usual cause.");
        }

        @Override
        String preposition() {
            return " with ";
        }

        @Override
        String differing(Signature signature) {
            return "root " + signature.root();
        }
    }

    /** The reduction differs. */
    static final class OfReduction extends Mismatch {
        OfReduction() {
            super(
                    Cause.REDUCE_OP_MISMATCH,
                    "The ranks name different reductions. Nothing hangs, and no library reports it: the results are silently wrong.",
                    "Use the same reduction on every rank.");
        }

        @Override
        String preposition() {
            return " by ";
        }

        @Override
        String differing(Signature signature) {
            return signature.reduction();
        }
    }

    /** The per-rank counts differ. */
    static final class OfSplits extends Mismatch {
        OfSplits() {
            super(
                    Cause.SPLIT_MISMATCH,
                    "The ranks disagree on how much each of them contributes, so some wait for data that no rank sends.",
                    "Compute the counts once and give every rank the same, or exchange them before the call.");
        }

        @Override
        String preposition() {
            return " with ";
        }

        @Override
        String differing(Signature signature) {
            return "splits of fingerprint " + Long.toHexString(signature.splits());
        }
    }
}
