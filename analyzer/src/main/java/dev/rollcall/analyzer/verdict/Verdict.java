package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Job;
import java.util.List;

/**
 * What the analyzer says about one job. Immutable.
 *
 * @param job the job
 * @param outcome the state of the job as a whole
 * @param culprits the global ranks that diverged, ascending; may be empty
 * @param summary the sentence that the report starts with
 * @param findings the findings, the root first
 */
public record Verdict(Job job, Outcome outcome, List<Integer> culprits, String summary, List<Finding> findings) {

    public Verdict {
        culprits = List.copyOf(culprits);
        findings = List.copyOf(findings);
    }

    /** Returns the first finding whose sentence the summary contains; null for none, as for a healthy job with a note. */
    public Finding mainFinding() {
        return findings.stream()
                .filter(finding -> summary.contains(finding.summary()))
                .findFirst()
                .orElse(null);
    }
}
