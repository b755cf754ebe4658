package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.RankText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says in sentences how much of a job the files show. */
public final class CoverageView {
    private CoverageView() {}

    /**
     * Returns the sentences, the most important first; all safe to print.
     *
     * @param job the job
     * @param most how many lines there is room for about files that tell nothing
     */
    public static List<String> lines(Job job, int most) {
        Coverage coverage = job.coverage();
        List<String> lines = new ArrayList<>();
        lines.add(ranks(coverage, SourceFiles.of(job)));
        List<Integer> missing = missing(job);
        if (!missing.isEmpty()) {
            lines.add(MissingSource.sentence(missing, job));
        }
        lines.addAll(LeftOut.lines(coverage.unreadable(), most));
        lines.addAll(overwritten(job));
        lines.addAll(notShown(job));
        return lines;
    }

    private static String ranks(Coverage coverage, String files) {
        int read = coverage.read();
        if (coverage.expected() < 0) {
            return (read == 1 ? "1 rank was" : read + " ranks were") + " read" + (files.isEmpty() ? "" : ": " + files)
                    + "; the files do not show how many ranks the job has (--world N sets it).";
        }
        if (coverage.lowerBound()) {
            return (read == 1 ? "1 rank was" : read + " ranks were") + " read" + (files.isEmpty() ? "" : ": " + files)
                    + "; the job has at least " + coverage.expected() + " (--world N sets how many).";
        }
        return read + " of " + coverage.expected()
                + (coverage.expected() == 1 ? " rank was read" : " ranks were read")
                + (files.isEmpty() ? "." : ": " + files + ".");
    }

    /** Returns what the sources of a job cannot show, so that nothing found in it is no proof. */
    private static List<String> notShown(Job job) {
        Set<String> kinds = job.ranks().stream()
                .flatMap(rank -> rank.sources().stream())
                .map(RankSource::kind)
                .collect(Collectors.toSet());
        List<String> lines = new ArrayList<>();
        if (kinds.contains(RankSource.DUMP)) {
            lines.add(
                    "A flight-recorder dump cannot show roots and reductions, which ranks may disagree on, nor the end of a"
                            + " process.");
        }
        if (kinds.contains(RankSource.LOG)) {
            lines.add("A log of NCCL cannot show lines of code, nor whether a call completed.");
        }
        if (kinds.contains(RankSource.CONSOLE)) {
            lines.add("A console cannot show calls that reported no failure, nor their lines of code.");
        }
        if (kinds.contains(RankSource.RAS)) {
            lines.add("A RAS report cannot show the order of calls, nor their lines of code.");
        }
        if (kinds.contains(RankSource.STALLS)) {
            lines.add("A stall report cannot show calls that did not stall, nor lines of code.");
        }
        if (kinds.equals(Set.of(RankSource.STACKS))) {
            lines.add("Stacks cannot show calls that returned.");
        }
        return lines;
    }

    private static List<Integer> missing(Job job) {
        Set<Integer> read = new HashSet<>();
        for (Rank rank : job.ranks()) {
            read.add(rank.number());
        }
        List<Integer> missing = new ArrayList<>();
        for (int rank = 0; rank < job.coverage().expected(); rank++) {
            if (!read.contains(rank)) {
                missing.add(rank);
            }
        }
        return missing;
    }

    private static List<String> overwritten(Job job) {
        Map<List<Object>, TreeSet<Integer>> ranks = new LinkedHashMap<>();
        Map<List<Object>, Long> calls = new LinkedHashMap<>();
        for (Coverage.MissingCalls lost : job.coverage().missingCalls()) {
            List<Object> key = List.of(Printable.of(lost.communicator()), lost.why());
            ranks.computeIfAbsent(key, unused -> new TreeSet<>()).add(lost.rank());
            calls.merge(key, lost.calls(), Math::max);
        }
        List<String> lines = new ArrayList<>();
        ranks.forEach((key, whose) -> lines.add(RankText.title(List.copyOf(whose)) + ": calls up to "
                + NumberText.grouped(calls.get(key)) + " on " + key.get(0) + why((Coverage.Missing) key.get(1))));
        return lines;
    }

    private static String why(Coverage.Missing why) {
        return switch (why) {
            case RING -> " were overwritten in the ring (slots= enlarges it).";
            case FLIGHT_RECORDER_RING ->
                " were overwritten in the flight recorder's ring (TORCH_NCCL_TRACE_BUFFER_SIZE enlarges it).";
            case CUT -> " are lost: the file is incomplete.";
            case UNKNOWN -> " are not in the files.";
        };
    }
}
