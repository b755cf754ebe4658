package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.incident.IncidentDetails.DifferentCalls;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.ArrayList;
import java.util.List;

/** Ranks that called something else than the others, in words. */
final class DivergenceText implements FindingTemplate {
    private static final int MOST_OTHERS_SHOWN = 3;

    private final Subject subject;
    private final CallDifference d;
    private final boolean certain;

    /** The cause that explains the calls as well; null for none. */
    private final Cause alternative;

    DivergenceText(Subject subject, DifferentCalls details) {
        this.subject = subject;
        this.d = details.difference();
        this.certain = details.interpretation().certain();
        this.alternative = details.interpretation().alternative();
    }

    @Override
    public String summary() {
        if (subject.suspects()) {
            return contradiction();
        }
        return switch (subject.cause()) {
            case EXTRA_COLLECTIVE -> extra();
            case SKIPPED_COLLECTIVE -> skipped();
            case SHORT_LOOP -> shortLoop();
            case ORDER_SWAP -> swapped();
            case OP_MISMATCH -> operation();
            case UNDETERMINED -> contradiction();
            default -> argument();
        };
    }

    private String extra() {
        if (!certain && d.length() <= 1) {
            return calledInstead();
        }
        Sentence sentence = new Sentence(subject.beginning());
        if (d.length() > 1) {
            sentence.with("made " + Wording.number(d.length()) + (certain ? " extra" : "") + " calls on "
                    + subject.communicator() + ", starting with "
                    + d.call().signature().operation());
        } else {
            sentence.with("made an extra " + d.call().signature().operation() + " on " + subject.communicator());
        }
        sentence.with(at(d.call()))
                .withOptional(BranchText.of(subject.fork(), d.call().stack()));
        return certain
                ? sentence.toString()
                : sentence.withOptional(whereOthers()).toString();
    }

    /** Returns what was called on both sides, where it is not certain what that means. */
    private String calledInstead() {
        return new Sentence(subject.beginning())
                .with("called " + call(d.call()) + " on " + subject.communicator() + at(d.call()))
                .withOptional(BranchText.of(subject.fork(), d.call().stack()))
                .withOptional(whereOthers())
                .toString();
    }

    /** Never that they did not make the call: it may be the one that they make next. */
    private String whereOthers() {
        String others = d.othersCall() == null
                ? "made no call"
                : "called " + call(d.othersCall()) + (sameLine() ? "" : othersPlace());
        return ", where " + Wording.shortRanks(d.others()) + " " + others;
    }

    private String skipped() {
        int missing = Math.max(d.length(), d.history().callsAhead());
        String operation = d.othersCall().signature().operation();
        Sentence sentence = new Sentence(subject.beginning());
        if (!certain) {
            return sentence.with("did not call " + call(d.othersCall()) + " on " + subject.communicator()
                            + at(d.othersCall()))
                    .withOptional(" as " + Wording.shortRanks(d.others()) + " did")
                    .withOptional(BranchText.of(subject.fork(), d.othersCall().stack()))
                    .toString();
        }
        return sentence.with("skipped "
                        + (missing == 1 ? Wording.withArticle(operation) : Wording.number(missing) + " calls")
                        + " on " + subject.communicator()
                        + (missing == 1 ? "" : ", starting with " + operation) + at(d.othersCall()))
                .withOptional(BranchText.of(subject.fork(), d.othersCall().stack()))
                .toString();
    }

    private String shortLoop() {
        Sentence sentence = new Sentence(subject.beginning());
        String next = d.call() == null ? "" : d.call().signature().operation() + at(d.call());
        String branch =
                d.call() == null ? "" : BranchText.of(subject.fork(), d.call().stack());
        if (!certain) {
            return sentence.with("went on to " + next + " on " + subject.communicator())
                    .withOptional(" while " + Wording.shortRanks(d.others())
                            + Wording.either(d.others(), " stays in its loop", " stay in their loop"))
                    .withOptional(branch)
                    .toString();
        }
        boolean named =
                d.call() != null && subject.fork() != null && subject.fork().effect() == Effect.LOOP;
        int turn = d.history().iterationLength();
        int steps = d.kind() == EditKind.MISSING && turn > 0 && d.length() % turn == 0 ? d.length() / turn : 0;
        String early = steps == 0 ? "early" : steps == 1 ? "one step early" : Wording.number(steps) + " steps early";
        return sentence.with("left " + Wording.whose(subject.named()) + " loop "
                        + (named ? BranchText.loop(subject.fork(), d.call().stack()) + " " : "") + early + " and "
                        + (next.isEmpty() ? "made no further call" : "went on to " + next))
                .withOptional(named ? "" : branch)
                .toString();
    }

    private String swapped() {
        if (alternative != null) {
            return calledInstead();
        }
        String order = call(d.call()) + at(d.call()) + " before " + call(d.othersCall()) + at(d.othersCall());
        if (subject.named().size() > d.ranks().size()) {
            return new Sentence(subject.beginning())
                    .with("make the same calls in two orders: " + Wording.shortRanks(d.ranks())
                            + Wording.either(d.ranks(), " calls ", " call ") + order)
                    .withOptional(" on " + subject.communicator())
                    .toString();
        }
        return new Sentence(subject.beginning())
                .with(Wording.either(subject.named(), "makes", "make") + " the same calls in another order: " + order)
                .withOptional(" on " + subject.communicator())
                .toString();
    }

    private String operation() {
        return new Sentence(subject.beginning())
                .with("called " + call(d.call()) + at(d.call()))
                .with(" where " + Wording.shortRanks(d.others()) + " called " + call(d.othersCall()) + othersPlace())
                .withOptional(" on " + subject.communicator())
                .withOptional(BranchText.of(subject.fork(), d.call().stack()))
                .toString();
    }

    private String argument() {
        String operation = d.call().signature().operation();
        return new Sentence(subject.beginning())
                .with(argument(d.call().signature()) + " in " + operation + " on " + subject.communicator()
                        + at(d.call()))
                .withOptional(BranchText.of(subject.fork(), d.call().stack()))
                .withOptional(", where " + Wording.shortRanks(d.others()) + " "
                        + argument(d.othersCall().signature())
                        + (sameLine() ? "" : othersPlace()))
                .toString();
    }

    private String argument(Signature signature) {
        return switch (subject.cause()) {
            case ROOT_MISMATCH -> "named root " + signature.root();
            case REDUCE_OP_MISMATCH -> "reduced by " + signature.reduction();
            case SPLIT_MISMATCH -> "gave splits " + Long.toHexString(signature.splits());
            case DTYPE_MISMATCH ->
                "passed "
                        + (signature.count() < 0
                                ? signature.elementType()
                                : Wording.grouped(signature.count()) + " × " + signature.elementType());
            default -> "passed " + Wording.size(signature);
        };
    }

    private boolean sameLine() {
        return d.call().stack().siteFrame() != null
                && d.call().stack().siteFrame().equals(d.othersCall().stack().siteFrame());
    }

    private String contradiction() {
        boolean ownFirst = d.ranks().get(0) < d.others().get(0);
        return new Sentence(subject.suspects() ? subject.beginning() : "Undetermined: ")
                .with(side(ownFirst) + ", " + side(!ownFirst))
                .withOptional(" on " + subject.communicator())
                .toString();
    }

    private String side(boolean own) {
        List<Integer> ranks = own ? d.ranks() : d.others();
        Call call = own ? d.call() : d.othersCall();
        return Wording.shortRanks(ranks)
                + (call == null ? " made no further call" : " called " + call(call) + at(call));
    }

    /** Returns the operation, with its arguments where nothing else tells the calls of the two sides apart. */
    private String call(Call call) {
        boolean alike = d.call() != null
                && d.othersCall() != null
                && (at(d.call()).isEmpty() || at(d.call()).equals(at(d.othersCall())))
                && d.call()
                        .signature()
                        .operation()
                        .equals(d.othersCall().signature().operation());
        return alike
                ? d.communicator().describe(call.signature())
                : call.signature().operation();
    }

    /** Empty where the named ranks' line is unknown: the only line in a sentence would be taken for the guilty one. */
    private String othersPlace() {
        return at(d.call()).isEmpty() ? "" : at(d.othersCall());
    }

    private static String at(Call call) {
        return call == null ? "" : Wording.shortAt(call.stack());
    }

    @Override
    public String detail() {
        Call others = d.othersCall();
        String call = others == null
                ? Wording.ranks(d.others()) + Wording.either(d.others(), " makes", " make") + " no further call."
                : Wording.ranks(d.others()) + Wording.either(d.others(), " calls ", " call ")
                        + Wording.callAndPlace(others) + " as call " + Wording.grouped(d.othersSequence()) + ".";
        boolean there = others != null
                && d.others().stream()
                        .map(subject.aligned()::waitOf)
                        .anyMatch(each -> each != null
                                && each.communicator() == d.communicator()
                                && each.call().sequence() == d.othersSequence());
        // Where they wait in that call, the sentence about the waits says so.
        String stories = (there ? "" : call) + (alternative == null ? "" : " " + bothStories());
        return (d.call() == null
                        ? stories
                        : stories
                                + MissingLine.of(
                                        d.ranks(), d.call(), subject.aligned().job()))
                .strip();
    }

    @Override
    public String waits() {
        return WaitText.of(d.others(), "", subject.aligned());
    }

    /** Whether the cause only says what differs between the two calls. */
    private boolean mismatch() {
        return switch (subject.cause()) {
            case OP_MISMATCH, SIZE_MISMATCH, DTYPE_MISMATCH, ROOT_MISMATCH, REDUCE_OP_MISMATCH, SPLIT_MISMATCH -> true;
            default -> false;
        };
    }

    private String bothStories() {
        String either = "Either " + Wording.shortRanks(d.ranks());
        if (alternative == Cause.EXTRA_COLLECTIVE && mismatch()) {
            return either + Wording.either(d.ranks(), " makes", " make") + " a different call in the same place, or "
                    + Wording.either(d.ranks(), "it", "they")
                    + " made one call more or one fewer than the others before.";
        }
        String skipped = either + " skipped " + d.othersCall().signature().operation() + ", or "
                + Wording.either(d.ranks(), "it", "they");
        if (alternative == Cause.ORDER_SWAP) {
            return skipped + Wording.either(d.ranks(), " makes", " make") + " these calls in another order.";
        }
        return subject.cause() == Cause.SHORT_LOOP
                ? either + " left " + Wording.whose(d.ranks()) + " loop, or " + Wording.whose(d.ranks())
                        + " call is one too many."
                : skipped + " made earlier calls again.";
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        d.leaving().rankClass().ranks().stream()
                .filter(d.ranks()::contains)
                .limit(1)
                .forEach(rank -> evidence.add(
                        new Evidence(rank, d.call(), d.call() == null ? "made no further call" : "what it called")));
        Call others = d.othersCall();
        d.others().stream()
                .limit(MOST_OTHERS_SHOWN)
                .forEach(rank -> evidence.add(new Evidence(
                        rank, others, others == null ? "made no further call" : "what the others called")));
        return evidence;
    }

    @Override
    public CauseAdvice advice() {
        if (alternative == null) {
            return CauseAdvice.of(subject.cause());
        }
        if (alternative == Cause.EXTRA_COLLECTIVE && mismatch()) {
            return CauseAdvice.MISMATCH_OR_EXTRA;
        }
        return alternative == Cause.ORDER_SWAP
                ? CauseAdvice.SKIPPED_OR_REORDERED
                : subject.cause() == Cause.SHORT_LOOP ? CauseAdvice.EXTRA_OR_EXIT : CauseAdvice.SKIPPED_OR_REPEATED;
    }
}
