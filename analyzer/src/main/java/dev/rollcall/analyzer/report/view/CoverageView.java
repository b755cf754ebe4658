package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
