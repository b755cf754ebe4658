package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.RankText;
import java.util.List;

/**
 * Where a group of ranks was at the end of what was recorded.
 *
 * @param ranks the global ranks, ascending
 * @param waiting whether they wait in a call
 * @param what what they do there, such as {@code in barrier, call 12 on world}, or {@code after} it; safe to print
 * @param place the call site; empty where unknown
 * @param state how their processes ended, or what they do elsewhere; empty where there is nothing to add
 * @param ended whether their processes, or threads of them, ended
 * @param shortest the shortest wait of them in nanoseconds; 0 where they do not wait or no time is known
 * @param longest the longest wait of them in nanoseconds
 * @param atLeast whether some of their files end before other ranks' do, so that they may have waited longer
 */
public record Whereabouts(
        List<Integer> ranks,
        boolean waiting,
        String what,
        String place,
        String state,
        boolean ended,
        long shortest,
        long longest,
        boolean atLeast) {

    public Whereabouts {
        ranks = List.copyOf(ranks);
    }

    /** Returns {@code Rank 0} or {@code Ranks 1–3}. */
    public String who() {
        return RankText.title(ranks);
    }

    /** Returns how long they have waited, as in {@code for 37 s}; empty where they do not, or that is not known. */
    public String waited() {
        if (!waiting || longest <= 0) {
            return "";
        }
        boolean alike = longest - shortest <= longest / 10;
        return "for " + (alike ? "" : Times.duration(shortest) + " to ") + (atLeast ? "at least " : "")
                + Times.duration(longest);
    }
}
