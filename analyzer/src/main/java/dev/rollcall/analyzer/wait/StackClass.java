package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ranks whose stacks show one place: an equivalence class of call paths, as in Arnold and others, "Stack trace analysis for
 * large scale debugging", IPDPS 2007. Immutable.
 *
 * @param position where they are
 * @param ranks the global ranks, ascending
 */
public record StackClass(StackPosition position, List<Integer> ranks) {

    public StackClass {
        ranks = List.copyOf(ranks);
    }

    /** Returns the classes of the ranks of a job whose stacks show where they are, the largest first, then by the lowest rank. */
    public static List<StackClass> of(Job job) {
        Map<List<Object>, List<Integer>> ranks = new LinkedHashMap<>();
        Map<List<Object>, StackPosition> positions = new LinkedHashMap<>();
        for (Rank rank : job.ranks()) {
            StackPosition position = StackPosition.of(job.currentSnapshots(rank.number()));
            if (position != null && position.kind() != StackPosition.Kind.UNKNOWN) {
                List<Object> key = position.place();
                positions.putIfAbsent(key, position);
                ranks.computeIfAbsent(key, place -> new ArrayList<>()).add(rank.number());
            }
        }
        List<StackClass> classes = new ArrayList<>();
        ranks.forEach((key, those) -> classes.add(new StackClass(positions.get(key), those)));
        classes.sort(Comparator.comparingInt((StackClass each) -> -each.ranks.size()));
        return classes;
    }
}
