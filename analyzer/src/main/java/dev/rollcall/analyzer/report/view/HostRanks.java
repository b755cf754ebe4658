package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ranks that run on one host. Immutable.
 *
 * @param host its name, as the source has it
 * @param ranks the global ranks, ascending
 */
public record HostRanks(String host, List<Integer> ranks) {

    public HostRanks {
        ranks = List.copyOf(ranks);
    }

    /** Returns the hosts by their lowest rank; ranks whose host is unknown are in none. */
    public static List<HostRanks> of(List<Rank> ranks) {
        Map<String, List<Integer>> hosts = new LinkedHashMap<>();
        for (Rank rank : ranks) {
            if (!rank.host().isEmpty()) {
                hosts.computeIfAbsent(rank.host(), unused -> new ArrayList<>()).add(rank.number());
            }
        }
        List<HostRanks> views = new ArrayList<>();
        hosts.forEach((host, numbers) -> views.add(new HostRanks(host, numbers)));
        return views;
    }

    /** Returns the same for the ranks of these numbers alone. */
    public static List<HostRanks> of(List<Rank> ranks, Collection<Integer> numbers) {
        Set<Integer> wanted = new HashSet<>(numbers);
        return of(ranks.stream().filter(rank -> wanted.contains(rank.number())).toList());
    }
}
