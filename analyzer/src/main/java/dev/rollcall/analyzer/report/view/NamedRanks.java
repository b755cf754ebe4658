package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;

/** The ranks that a verdict names, in a few words. */
public final class NamedRanks {
    private NamedRanks() {}

    /** Returns {@code culprit: rank 0} or {@code suspects: ranks 2 and 5}; empty where no rank is named. */
    public static String of(Verdict verdict) {
        List<Integer> ranks = verdict.named();
        if (ranks.isEmpty()) {
            return "";
        }
        String what = verdict.culprits().isEmpty() ? "suspect" : "culprit";
        return what + (ranks.size() == 1 ? ": " : "s: ") + RankText.describe(ranks);
    }
}
