package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;

/** What a reader should do next. An inconclusive verdict always has an answer. */
public final class NextStep {
    private static final String COLLECT =
            "Collect the files of all ranks, and the stacks of all processes while the job"
                    + " hangs (jstack, py-spy dump). Analyze them together.";

    private NextStep() {}

    /** Returns the remedy of the main finding, else of the first that has one; empty where there is nothing to do. */
    public static String of(Verdict verdict) {
        Finding main = verdict.mainFinding();
        if (main != null && present(main.remedy())) {
            return main.remedy();
        }
        if (verdict.outcome() != Outcome.INCONCLUSIVE) {
            return "";
        }
        return verdict.findings().stream()
                .map(Finding::remedy)
                .filter(NextStep::present)
                .findFirst()
                .orElse(COLLECT);
    }

    private static boolean present(String text) {
        return text != null && !text.isBlank();
    }
}
