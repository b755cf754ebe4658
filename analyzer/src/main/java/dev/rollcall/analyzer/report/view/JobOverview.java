package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Several jobs in one line: how many have each outcome, and which jobs need attention. */
public final class JobOverview {
    private static final int MOST_NAMES = 3;

    private JobOverview() {}

    /** Returns {@code 3 jobs: 1 desync (job-7), 1 inconclusive (job-9), 1 healthy.}, the worst first; safe to print. */
    public static String of(Collection<Verdict> verdicts) {
        Map<Outcome, List<String>> jobs = new TreeMap<>(Outcome.WORST_FIRST);
        verdicts.forEach(verdict -> jobs.computeIfAbsent(verdict.outcome(), unused -> new ArrayList<>())
                .add(JobTitles.name(verdict.job())));
        List<String> parts = new ArrayList<>();
        jobs.forEach((outcome, names) -> parts.add(NumberText.grouped(names.size()) + " " + outcome.id()
                + (outcome.exitCode() == 0 ? "" : " (" + listed(names) + ")")));
        return NumberText.grouped(verdicts.size()) + " jobs: " + String.join(", ", parts) + ".";
    }

    private static String listed(List<String> names) {
        int more = names.size() - MOST_NAMES;
        String first = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
        return more <= 0 ? first : first + " and " + NumberText.grouped(more) + " more";
    }
}
