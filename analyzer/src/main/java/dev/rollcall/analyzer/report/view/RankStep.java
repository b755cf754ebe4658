package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RankText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ranks that made their last call in one step of the application.
 *
 * @param step the step
 * @param ranks the global ranks, ascending
 */
public record RankStep(long step, List<Integer> ranks) {

    public RankStep {
        ranks = List.copyOf(ranks);
    }

    /** A step, and when its call was issued. */
    private record Marked(long time, long step) {
        private Marked later(Marked other) {
            return other.time > time || other.time == time && other.step > step ? other : this;
        }
    }

    /** Returns the steps of the ranks, the earliest step first; none where the application marks no steps. */
    public static List<RankStep> of(Job job) {
        Map<Integer, Marked> last = new HashMap<>();
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                for (CallSequence calls : List.of(member.collectives(), member.pointToPoint())) {
                    long step = calls.step(calls.lastSequence());
                    if (step != CallSteps.NONE) {
                        long time = calls.enqueued(calls.size() - 1);
                        last.merge(member.rank(), new Marked(time, step), Marked::later);
                    }
                }
            }
        }
        SortedMap<Long, List<Integer>> ranks = new TreeMap<>();
        last.keySet().stream()
                .sorted()
                .forEach(rank -> ranks.computeIfAbsent(last.get(rank).step, unused -> new ArrayList<>())
                        .add(rank));
        List<RankStep> steps = new ArrayList<>();
        ranks.forEach((step, its) -> steps.add(new RankStep(step, its)));
        return steps;
    }

    /** Returns the step, as in {@code step 1,200}. */
    public String label() {
        return "step " + NumberText.grouped(step);
    }

    /** Returns {@code Rank 0} or {@code Ranks 1–3}. */
    public String who() {
        return RankText.title(ranks);
    }
}
