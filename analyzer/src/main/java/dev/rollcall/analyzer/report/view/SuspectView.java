package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Suspects with their reason; all texts are safe to print.
 *
 * @param who such as {@code Rank 2}; empty where the reason begins with it
 * @param reason why to look there; empty where the sentence on top says it
 * @param settles what would prove or clear them; empty where unknown
 */
public record SuspectView(String who, String reason, String settles) {

    /** Returns the suspects of a verdict, one entry for each finding that names some. */
    public static List<SuspectView> of(Verdict verdict) {
        List<SuspectView> views = new ArrayList<>();
        for (Finding finding : verdict.findings()) {
            if (finding.severity() == Severity.SUSPECT) {
                String who = RankText.title(finding.ranks());
                // The sentence on top need not be read twice.
                String reason = finding == verdict.mainFinding() ? "" : finding.summary();
                views.add(new SuspectView(
                        reason.startsWith(who) ? "" : who, Printable.of(reason), Printable.of(finding.settles())));
            }
        }
        return views;
    }
}
