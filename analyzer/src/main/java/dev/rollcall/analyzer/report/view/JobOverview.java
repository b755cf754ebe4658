package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Several jobs in one line: how many have each outcome, and which jobs need attention. */
public final class JobOverview {
    private static final int MOST_NAMES = 3;
    private static final int LONGEST_NAME = 40;

    private final Path common;

    private JobOverview(Path common) {
        this.common = common;
    }

    /** Returns {@code 3 jobs: 1 desync (job-7), 1 inconclusive (job-9), 1 healthy.}, the worst first; safe to print. */
    public static String of(Collection<Verdict> verdicts) {
        JobOverview overview = new JobOverview(verdicts.stream()
                .map(verdict -> folder(verdict.job()))
                .filter(Objects::nonNull)
                .reduce(JobOverview::common)
                .orElse(null));
        Map<Outcome, List<String>> jobs = new TreeMap<>(Outcome.WORST_FIRST);
        verdicts.forEach(verdict -> jobs.computeIfAbsent(verdict.outcome(), unused -> new ArrayList<>())
                .add(overview.name(verdict.job())));
        List<String> parts = new ArrayList<>();
        jobs.forEach((outcome, names) -> parts.add(NumberText.grouped(names.size()) + " " + outcome.id()
                + (outcome.exitCode() == 0 ? "" : " (" + listed(names) + ")")));
        return NumberText.grouped(verdicts.size()) + " jobs: " + String.join(", ", parts) + ".";
    }

    /** Returns the folder that names a job without identity; null where it has an identity, or no folder. */
    private static Path folder(Job job) {
        String folder = job.id().isEmpty() ? JobTitles.folder(job) : "";
        return folder.isEmpty() ? null : Path.of(folder);
    }

    /** Returns the deepest folder that holds both absolute paths. */
    private static Path common(Path one, Path other) {
        Path shared = one;
        while (!other.startsWith(shared)) {
            shared = shared.getParent();
        }
        return shared;
    }

    /** Returns the job's identity, or its folder below the one that the jobs share. */
    private String name(Job job) {
        Path folder = folder(job);
        if (folder == null) {
            return job.id().isEmpty() ? "without identity" : Printable.shortened(job.id(), LONGEST_NAME);
        }
        Path below = folder.equals(common) ? folder.getFileName() : common.relativize(folder);
        String name = Printable.of(below == null ? folder.toString() : below.toString());
        // The end of a path tells more than its beginning.
        return name.length() <= LONGEST_NAME ? name : "…" + name.substring(name.length() - LONGEST_NAME + 1);
    }

    private static String listed(List<String> names) {
        int more = names.size() - MOST_NAMES;
        String first = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
        return more <= 0 ? first : first + " and " + NumberText.grouped(more) + " more";
    }
}
