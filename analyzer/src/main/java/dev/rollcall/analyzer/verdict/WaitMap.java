package dev.rollcall.analyzer.verdict;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who waits for whom, with ranks that behave alike together. Immutable.
 *
 * @param classes each rank that was read or is named is in exactly one; by distance, then the largest first; empty where no
 *     wait was looked for
 */
public record WaitMap(List<WaitClass> classes) {
    /** The map of a job in which no wait was looked for. */
    public static final WaitMap EMPTY = new WaitMap(List.of());

    public WaitMap {
        classes = List.copyOf(classes);
    }

    /** Returns the class of each rank by its global number. */
    public Map<Integer, WaitClass> byRank() {
        Map<Integer, WaitClass> byRank = new HashMap<>();
        classes.forEach(each -> each.ranks().forEach(rank -> byRank.put(rank, each)));
        return byRank;
    }

    /** Returns whether the ranks of one class wait for those of another within one cycle. */
    public boolean isInCycle(WaitClass from, WaitClass to) {
        return from.cycle() >= 0 && from.cycle() == to.cycle();
    }
}
