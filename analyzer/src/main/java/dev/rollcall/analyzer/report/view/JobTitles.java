package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import java.nio.file.Path;
import java.util.List;

/** What tells jobs apart for a reader: two runs may share an identity, but not their time, and dumps and logs have none. */
public final class JobTitles {
    private static final int LONGEST_ID = 60;

    private JobTitles() {}

    /**
     * Returns {@code Job job-7, 4 ranks, last alive 2026-09-21 14:14:20 UTC}, of a job without identity where its files are
     * instead; safe to print.
     */
    public static String of(Job job) {
        long alive = job.ranks().stream().mapToLong(Rank::lastAlive).max().orElse(Call.NO_TIME);
        return "Job " + name(job) + ", " + size(job)
                + (alive == Call.NO_TIME ? "" : ", last alive " + Times.moment(alive, job.ranks()));
    }

    /** Returns {@code 4 ranks}, {@code 63 of 64 ranks read}, or {@code at least 119 ranks, 4 read}. */
    public static String size(Job job) {
        int read = job.ranks().size();
        int expected = job.coverage().expected();
        if (job.coverage().lowerBound()) {
            return "at least " + ranks(Math.max(read, expected))
                    + (read < expected ? ", " + NumberText.grouped(read) + " read" : "");
        }
        return read < expected ? NumberText.grouped(read) + " of " + ranks(expected) + " read" : ranks(read);
    }

    private static String ranks(int count) {
        return NumberText.grouped(count) + (count == 1 ? " rank" : " ranks");
    }

    private static String name(Job job) {
        if (!job.id().isEmpty()) {
            return Printable.shortened(job.id(), LONGEST_ID);
        }
        String folder = Printable.of(folder(job));
        if (folder.isEmpty()) {
            return "without identity";
        }
        // The end of a path tells more than its beginning.
        int cut = folder.indexOf('/', Math.max(0, folder.length() - LONGEST_ID));
        return "in " + (folder.length() <= LONGEST_ID || cut < 0 ? folder : "…" + folder.substring(cut));
    }

    /** Returns the folder that holds all of a job's files; empty where there is no such. */
    public static String folder(Job job) {
        List<Path> folders = job.ranks().stream()
                .filter(rank -> !rank.source().isEmpty())
                .map(rank -> Path.of(rank.source()).toAbsolutePath().getParent())
                .distinct()
                .toList();
        return folders.size() == 1 && folders.get(0) != null ? folders.get(0).toString() : "";
    }
}
