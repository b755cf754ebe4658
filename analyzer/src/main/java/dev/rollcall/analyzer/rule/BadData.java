package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Joins what is said of bad data with what is said of the calls: a rank that computes with wrong numbers may go astray. */
final class BadData {
    private BadData() {}

    /** Whether a finding tells of data. */
    static boolean tells(Finding finding) {
        return finding.cause() == Cause.COPY_CORRUPTED;
    }

    /**
     * Returns one verdict. Bad data is the root of what befell the same ranks; where others diverged, that stands first, for it
     * is why the job does not get on.
     *
     * @param calls the verdict without the data
     * @param data what is said of the data, at least one finding
     */
    static Verdict joined(Verdict calls, List<Finding> data) {
        Set<Integer> touched = new HashSet<>();
        data.forEach(finding -> touched.addAll(finding.ranks()));
        boolean stuck = calls.outcome() == Outcome.DESYNC || calls.outcome() == Outcome.STALLED;
        List<Finding> all = new ArrayList<>();
        if (stuck && !touched.containsAll(calls.culprits())) {
            all.addAll(calls.findings());
            data.forEach(finding -> all.add(Conclusion.withSeverity(finding, Severity.NOTE)));
            return new Verdict(calls.job(), calls.outcome(), calls.culprits(), calls.summary(), all);
        }
        all.addAll(data);
        calls.findings()
                .forEach(finding -> all.add(
                        finding.severity() == Severity.CULPRIT
                                ? Conclusion.withSeverity(finding, Severity.CONSEQUENCE)
                                : finding));
        String summary = data.get(0).summary() + (stuck ? " What followed: " + calls.summary() : "");
        return new Verdict(calls.job(), Outcome.CORRUPTED, List.copyOf(new TreeSet<>(touched)), summary, all);
    }
}
