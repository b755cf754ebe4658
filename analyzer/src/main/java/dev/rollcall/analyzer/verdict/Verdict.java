package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Job;
import java.util.List;

/**
 * What the analyzer says of one job.
 *
 * @param job the job
 * @param outcome what is the matter
 * @param culprits the global ranks that diverged, ascending; empty where nobody is blamed
 * @param summary the sentence on top
 * @param findings the root first
 */
public record Verdict(Job job, Outcome outcome, List<Integer> culprits, String summary, List<Finding> findings) {

    public Verdict {
        culprits = List.copyOf(culprits);
        findings = List.copyOf(findings);
    }

    /** Returns the finding that the sentence tells of; null where it tells of none, as of a healthy job with a note on it. */
    public Finding told() {
        return findings.stream()
                .filter(finding -> summary.contains(finding.summary()))
                .findFirst()
                .orElse(null);
    }
}
