package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;

/** What tells jobs apart for a reader: two runs may share an identity, but not their time. */
public final class JobTitles {
    private static final int LONGEST_ID = 60;

    private JobTitles() {}

    /** Returns {@code Job job-7, 4 ranks, last alive 2026-09-21 14:14:20 UTC}; safe to print. */
    public static String of(Job job) {
        int ranks = job.ranks().size();
        String id = job.id().isEmpty() ? " without identity" : " " + Printable.shortened(job.id(), LONGEST_ID);
        long alive = job.ranks().stream().mapToLong(Rank::lastAlive).max().orElse(Call.NO_TIME);
        return "Job" + id + ", " + ranks + (ranks == 1 ? " rank" : " ranks")
                + (alive == Call.NO_TIME ? "" : ", last alive " + Times.moment(alive));
    }
}
