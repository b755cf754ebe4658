package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.RankSource;

/** Names the commands that take stacks: in a job whose ranks are Python programs, the one for Python alone. */
final class StackTools {
    /** As templates name them. */
    static final String ANY = "jstack, py-spy dump";

    private static final String PYTHON = "py-spy dump";

    private StackTools() {}

    /** Returns a text of a template in which the commands fit a job. */
    static String fit(String text, Job job) {
        boolean python = job.ranks().stream()
                .anyMatch(rank -> rank.isReadFrom(RankSource.CONSOLE) || rank.isReadFrom(RankSource.DUMP));
        boolean traced = job.ranks().stream().anyMatch(rank -> rank.isReadFrom(RankSource.TRACE));
        return python && !traced ? text.replace(ANY, PYTHON) : text;
    }
}
