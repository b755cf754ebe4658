package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A rule that accounts for single differences between ranks that called on one communicator. */
abstract class DifferenceRule implements Rule {
    private static final int MOST_OTHERS_SHOWN = 3;

    private final Cause cause;
    private final String explanation;
    private final String remedy;

    DifferenceRule(Cause cause, String explanation, String remedy) {
        this.cause = cause;
        this.explanation = explanation;
        this.remedy = remedy;
    }

    @Override
    public final Cause cause() {
        return cause;
    }

    @Override
    public String evidence() {
        return "calls of two or more ranks on one communicator";
    }

    /**
     * Returns the sentence.
     *
     * @param certain whether the evidence excludes the neighbouring causes; the sentence must be true in either case
     */
    abstract String summary(CallDifference difference, boolean certain);

    /** Returns what happened, at more length. */
    String explanation(CallDifference difference, boolean certain) {
        return explanation;
    }

    /** Returns what to do about it. */
    String remedy(CallDifference difference, boolean certain) {
        return remedy;
    }

    /** Returns whom the finding names. */
    List<Integer> named(CallDifference difference) {
        return difference.ranks();
    }

    @Override
    public final Answer examine(Situation situation) {
        if (situation.alignments().stream()
                .noneMatch(alignment -> alignment.communicator().memberships().size() > 1)) {
            return new Answer.NotApplicable("no communicator with traces of two ranks");
        }
        List<Finding> findings = new ArrayList<>();
        Set<CallDifference> explained = new HashSet<>();
        for (CallDifference difference : situation.differences()) {
            Interpretation interpretation = Interpretation.of(difference, situation.code(), situation.divergences());
            if (interpretation.cause() == cause) {
                findings.add(finding(difference, interpretation.certain(), severity(difference, situation)));
                explained.add(difference);
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, explained);
    }

    /** Returns whether those named are accused: who is not read, or not to its end, may be what would tell the sides apart. */
    private Severity severity(CallDifference d, Situation situation) {
        Set<Integer> known = d.communicator().memberships().keySet();
        boolean whole = known.size() >= d.communicator().size()
                && situation.job().unobserved().stream().noneMatch(known::contains);
        boolean accused = d.decided() && cause != Cause.UNDETERMINED || cause == Cause.ORDER_SWAP && whole;
        return accused ? Severity.CULPRIT : Severity.NOTE;
    }

    private Finding finding(CallDifference d, boolean certain, Severity severity) {
        return new Finding(
                cause,
                severity,
                named(d),
                d.communicator(),
                d.sequence(),
                summary(d, certain),
                explanation(d, certain),
                remedy(d, certain),
                null,
                evidence(d));
    }

    private static List<Evidence> evidence(CallDifference d) {
        List<Evidence> evidence = new ArrayList<>();
        for (int rank : d.leaving().rankClass().ranks()) {
            if (d.ranks().contains(rank)) {
                evidence.add(
                        new Evidence(rank, d.call(), d.call() == null ? "made no further call" : "what it called"));
                break;
            }
        }
        Call others = d.othersCall();
        int shown = 0;
        for (int rank : d.others()) {
            if (shown++ < MOST_OTHERS_SHOWN) {
                evidence.add(
                        new Evidence(rank, others, others == null ? "made no further call" : "what the others called"));
            }
        }
        return evidence;
    }
}
