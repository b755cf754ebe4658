package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From which kinds of sources ranks were read. */
public final class SourceKinds {
    private SourceKinds() {}

    /**
     * Returns the ranks, ascending, by the kinds of their sources, the kind that shows the most first. Empty where all sources are of
     * one kind.
     */
    public static Map<List<String>, List<Integer>> of(Job job) {
        Map<List<String>, List<Integer>> byKinds = new LinkedHashMap<>();
        for (Rank rank : job.ranks()) {
            List<String> kinds = rank.sources().stream()
                    .map(RankSource::kind)
                    .filter(kind -> !kind.isEmpty())
                    .distinct()
                    .toList();
            byKinds.computeIfAbsent(kinds, unused -> new ArrayList<>()).add(rank.number());
        }
        byKinds.remove(List.<String>of());
        long kinds = byKinds.keySet().stream().flatMap(List::stream).distinct().count();
        return kinds > 1 ? byKinds : Map.of();
    }
}
