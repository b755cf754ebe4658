package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.verdict.Finding;
import java.util.List;
import java.util.Set;

/** What a rule says of a job. That a rule had nothing to look at is not the same as that it looked and all was well. */
public sealed interface Answer {

    /**
     * The evidence that the rule needs is not there.
     *
     * @param reason why, in a few words
     */
    record NotApplicable(String reason) implements Answer {}

    /** The evidence is there, and this is not the matter. */
    record Fine() implements Answer {}

    /**
     * This is the matter.
     *
     * @param findings with their proof
     * @param explained the differences that the findings account for, which later rules need not look at
     */
    record Found(List<Finding> findings, Set<CallDifference> explained) implements Answer {

        public Found {
            findings = List.copyOf(findings);
            explained = Set.copyOf(explained);
        }
    }
}
