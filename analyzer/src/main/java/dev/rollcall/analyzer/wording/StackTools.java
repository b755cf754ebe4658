package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.RankSource;

/**
 * Names the commands that take stacks: in a job whose ranks are Python programs, the one for Python alone. Of a job that has ended no
 * stack can be taken before it hangs again.
 */
final class StackTools {
    /** As templates name them. */
    static final String ANY = "jstack, py-spy dump";

    private static final String PYTHON = "py-spy dump";

    private static final String AGAIN = ", while it hangs";

    private StackTools() {}

    /** Returns a text of a template in which the commands fit a job. */
    static String fit(String text, Job job) {
        boolean python = job.ranks().stream()
                .anyMatch(rank -> rank.isReadFrom(RankSource.CONSOLE) || rank.isReadFrom(RankSource.DUMP));
        boolean traced = job.ranks().stream().anyMatch(rank -> rank.isReadFrom(RankSource.TRACE));
        String tools = python && !traced ? PYTHON : ANY;
        return text.replace(ANY, job.launcher().ended() ? tools + AGAIN : tools);
    }
}
