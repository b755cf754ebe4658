package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a job into a verdict: aligns it, asks every rule, and puts the root of what they found first.
 *
 * <p>Safe for use by several threads where its code structure is.
 */
public final class Diagnosis {
    private static final List<Rule> RULES = List.of(
            new OrderSwap(),
            new Mismatch.OfOperation(),
            new Mismatch.OfSize(),
            new Mismatch.OfType(),
            new Mismatch.OfRoot(),
            new Mismatch.OfReduction(),
            new Mismatch.OfSplits(),
            new UnbalancedAllToAll(),
            new ShortLoop(),
            new SkippedCollective(),
            new ExtraCollective(),
            new Undetermined(),
            new UnequalSendRecv(),
            new UnmatchedSendRecv(),
            new MakingFailed(),
            new SplitWorld(),
            new CommunicatorDeadlock(),
            new LoneCall(),
            new DiedInCall(),
            new RankAbsent(),
            new GpuStuck(),
            new TransportStalled(),
            new CopyCorrupted(),
            new Straggler());

    private final CodeStructure code;

    /** Makes a diagnosis without the application's code. */
    public Diagnosis() {
        this(CodeStructure.UNKNOWN);
    }

    /**
     * Makes a diagnosis.
     *
     * @param code what the application's code says, where it is at hand
     */
    public Diagnosis(CodeStructure code) {
        this.code = code;
    }

    /** Returns the rules, in the order in which they are asked. */
    public static List<Rule> rules() {
        return RULES;
    }

    /** Returns what is the matter with a job. */
    public Verdict of(Job job) {
        Situation situation = Situation.of(job, code);
        Situation remaining = situation;
        List<Finding> findings = new ArrayList<>();
        for (Rule rule : RULES) {
            if (rule.examine(remaining) instanceof Answer.Found found) {
                findings.addAll(found.findings());
                remaining = remaining.without(found.explained());
            }
        }
        return new Branching(code).explain(new Conclusion(situation, findings).verdict());
    }
}
