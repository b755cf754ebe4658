package dev.rollcall.analyzer.align;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Whether ranks that call something else than the others on one communicator had left the others' call behind by then: they had
 * made, elsewhere, what the others make only after it.
 */
final class MovedPast {
    private static final int MOST_OTHERS = 8;

    private MovedPast() {}

    /**
     * Returns whether all of the others' timelines that go on after their call tell so, and any does.
     *
     * @param own the timeline of a rank that leaves
     * @param timelines the timelines by rank
     */
    static boolean told(CallDifference difference, RankTimeline own, IntFunction<RankTimeline> timelines) {
        Map<Integer, Integer> meanwhile = before(difference, difference.leaving(), own);
        boolean told = false;
        for (int rank : difference.others().stream().limit(MOST_OTHERS).toList()) {
            RankTimeline other = timelines.apply(rank);
            int at = other.position(
                    difference.communicator(), difference.othersCall().sequence());
            if (at < 0) {
                continue;
            }
            Map<Integer, Integer> usual = before(difference, difference.staying(), other);
            // Who is still in its call tells by what it made before that what it will make again.
            boolean ends = at == other.length() - 1;
            boolean passed = meanwhile.entrySet().stream()
                    .anyMatch(made -> made.getValue() > usual.getOrDefault(made.getKey(), 0)
                            && (ends ? other.contains(made.getKey(), 0, at) : other.contains(made.getKey(), at + 1)));
            if (!passed && !ends) {
                return false;
            }
            told |= passed;
        }
        return told;
    }

    /** Returns what a rank called between its call at the difference and the one before it on that communicator, and how often. */
    private static Map<Integer, Integer> before(CallDifference difference, DifferenceSide side, RankTimeline timeline) {
        int to = timeline.position(difference.communicator(), side.call().sequence());
        int from = side.position() == 0
                ? -1
                : timeline.position(difference.communicator(), side.call().sequence() - 1);
        Map<Integer, Integer> made = new HashMap<>();
        for (int i = Math.max(0, from + 1); i < to; i++) {
            made.merge(timeline.token(i), 1, Integer::sum);
        }
        return made;
    }
}
