package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Draws one verdict from what the rules found: which finding is the root, and what the outcome is where there is none. */
final class Conclusion {
    static final Set<Cause> STOPPED = EnumSet.of(Cause.RANK_ABSENT, Cause.SPLIT_WORLD, Cause.GPU_STUCK);

    private final Situation situation;
    private final List<Finding> findings;

    Conclusion(Situation situation, List<Finding> findings) {
        this.situation = situation;
        this.findings = findings;
    }

    Verdict verdict() {
        int unnumbered =
                situation.job().coverage().ofKind(Coverage.Kind.UNNUMBERED).size();
        if (unnumbered > 0) {
            int all = situation.job().ranks().size() + unnumbered;
            return new Verdict(
                    situation.job(),
                    Outcome.INCONCLUSIVE,
                    List.of(),
                    "No rank can be named: the logs come from " + Wording.grouped(all)
                            + " processes, and either these belong to two runs or no communicator contains all of them."
                            + " Without such a communicator their ranks are unknown; "
                            + Wording.grouped(unnumbered) + (unnumbered == 1 ? " was" : " were") + " ignored.",
                    List.of());
        }
        List<Finding> data = findings.stream().filter(BadData::tells).toList();
        Verdict calls = ofCalls();
        return data.isEmpty() ? calls : BadData.joined(calls, data);
    }

    private Verdict ofCalls() {
        List<Finding> ordered = new FindingOrder(situation).of(findings);
        boolean diverged = ordered.stream().anyMatch(f -> f.cause() != Cause.STRAGGLER && !stalled(f));
        if (!diverged && ordered.stream().anyMatch(Conclusion::stalled)) {
            return new Verdict(
                    situation.job(), Outcome.STALLED, List.of(), ordered.get(0).summary(), ordered);
        }
        ordered.removeIf(Conclusion::stalled);
        if (diverged) {
            Set<Integer> culprits = new TreeSet<>();
            ordered.stream().filter(f -> f.severity() == Severity.CULPRIT).forEach(f -> culprits.addAll(f.ranks()));
            return new Verdict(situation.job(), Outcome.DESYNC, List.copyOf(culprits), summary(ordered), ordered);
        }
        return new Quiet(situation, ordered).verdict();
    }

    /** Whether a finding says that a call hangs below the calls: true only of a job whose ranks did nothing wrong. */
    static boolean stalled(Finding finding) {
        return finding.cause() == Cause.TRANSPORT_STALLED;
    }

    /** Returns the sentence on top: the root's, and who else is a culprit. */
    private static String summary(List<Finding> ordered) {
        StringBuilder text = new StringBuilder(ordered.get(0).summary());
        Set<Integer> told = new TreeSet<>(ordered.get(0).ranks());
        for (Finding finding : ordered) {
            List<Integer> others = finding.ranks().stream()
                    .filter(rank -> !told.contains(rank))
                    .toList();
            if (finding.severity() == Severity.CULPRIT && !others.isEmpty()) {
                told.addAll(others);
                text.append(' ')
                        .append(Wording.ranks(others))
                        .append(STOPPED.contains(finding.cause()) ? " also stopped." : " also diverged.");
            }
        }
        return text.toString();
    }

    static Finding withSeverity(Finding f, Severity severity) {
        return new Finding(
                f.cause(),
                severity,
                f.ranks(),
                f.communicator(),
                f.sequence(),
                f.summary(),
                f.explanation(),
                f.remedy(),
                f.branch(),
                f.evidence());
    }
}
