package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.ResultComparison;
import dev.rollcall.analyzer.model.ResultComparison.DifferingResult;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How many results of a communicator's calls were compared between its ranks, and which of them differ, as a line of a report.
 *
 * @param text the line
 * @param differs whether any of them differ
 */
public record ComparedResults(String text, boolean differs) {
    private static final int MOST_CALLS = 5;

    /** Returns the comparisons of a job, one a communicator; none where no results were summed. */
    public static List<ResultComparison> comparisons(Job job) {
        return job.communicators().stream()
                .filter(ComparedResults::summed)
                .map(ResultComparison::of)
                .filter(comparison -> !comparison.compared().isEmpty())
                .toList();
    }

    private static boolean summed(Communicator communicator) {
        return communicator.memberships().values().stream()
                .anyMatch(member -> member.results().size() > 0);
    }

    /** Returns the lines of a job. */
    public static List<ComparedResults> of(Job job) {
        return comparisons(job).stream().map(ComparedResults::of).toList();
    }

    private static ComparedResults of(ResultComparison comparison) {
        int compared = comparison.compared().size();
        List<DifferingResult> differing = comparison.differing();
        String found = differing.isEmpty()
                ? compared == 1 ? "it is equal on all ranks" : "all are equal on all ranks"
                : NumberText.grouped(differing.size())
                        + (differing.size() == 1 ? " differs: " : " differ: ")
                        + calls(differing);
        return new ComparedResults(
                comparison.communicator().name() + ": " + NumberText.grouped(compared)
                        + (compared == 1 ? " result" : " results") + " compared, " + found,
                !differing.isEmpty());
    }

    private static String calls(List<DifferingResult> differing) {
        String numbers = differing.stream()
                .limit(MOST_CALLS)
                .map(each -> NumberText.grouped(each.sequence()))
                .collect(Collectors.joining(", "));
        return (differing.size() == 1 ? "call " : "calls ") + numbers + (differing.size() > MOST_CALLS ? ", …" : "");
    }
}
