package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The ranks that charts set apart from the others. */
final class MarkedRanks {
    private MarkedRanks() {}

    /** Returns the ranks that a verdict names; where it names none, those of its first note unless these are half of all. */
    static Set<Integer> of(Verdict verdict) {
        Collection<Integer> ranks = verdict.named();
        if (ranks.isEmpty() && !verdict.findings().isEmpty()) {
            List<Integer> noted = verdict.findings().get(0).ranks();
            ranks = 2 * noted.size() < verdict.job().ranks().size() ? noted : List.of();
        }
        return new TreeSet<>(ranks);
    }
}
