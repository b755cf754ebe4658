package dev.rollcall.analyzer.align;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What most ranks of a communicator called, found by walking all rankClasses in step: at each position the rankClasses that called
 * what most called go on, the others leave. A rankClass that has ended has no voice.
 *
 * @param reference the longest of the rankClasses that never left
 * @param followers the rankClasses that never left
 * @param splits where rankClasses left, first to last
 */
record Consensus(RankClass reference, List<RankClass> followers, List<Split> splits) {

    /**
     * A position where rankClasses disagree.
     *
     * @param position the position
     * @param groups the rankClasses by what they called, those that go on first
     * @param decided whether it is known that the first group is the one that kept its place
     */
    record Split(int position, List<List<RankClass>> groups, boolean decided) {}

    private static final Comparator<List<RankClass>> LARGEST_FIRST = Comparator.<List<RankClass>>comparingInt(
                    rankClasses -> -ranks(rankClasses))
            .thenComparingInt(rankClasses -> rankClasses.get(0).ranks().get(0));

    /** Walks the rankClasses of a rankClasses; a tie is decided by {@link TieBreak} where it can be, and ends the walk where not. */
    static Consensus of(RankClasses rankClasses, TieBreak tieBreak) {
        List<RankClass> active = new ArrayList<>(rankClasses.all());
        List<Split> splits = new ArrayList<>();
        int longest = active.stream().mapToInt(RankClass::length).max().orElse(0);
        for (int position = 0; position < longest; position++) {
            List<List<RankClass>> groups = groups(active, position);
            if (groups.size() < 2) {
                continue;
            }
            groups.sort(LARGEST_FIRST);
            int voices = groups.stream().mapToInt(Consensus::ranks).sum();
            int most = ranks(groups.get(0));
            int silent = rankClasses.silent(position);
            boolean majority =
                    tieBreak.majority(most, voices - most, silent, groups.subList(1, groups.size()), position);
            RankClass keeper = majority ? null : tieBreak.keeper(groups, position, silent);
            if (groups.get(1).contains(keeper)) {
                groups.add(groups.remove(0));
            }
            splits.add(new Split(position, List.copyOf(groups), majority || keeper != null));
            if (!majority && keeper == null) {
                break;
            }
            groups.subList(1, groups.size()).forEach(active::removeAll);
        }
        RankClass reference = active.stream()
                .max(Comparator.comparingInt(RankClass::length)
                        .thenComparingInt(rankClass -> rankClass.ranks().size())
                        .thenComparingInt(rankClass -> -rankClass.ranks().get(0)))
                .orElse(null);
        return new Consensus(reference, List.copyOf(active), List.copyOf(splits));
    }

    /** Returns how many ranks some rankClasses have. */
    static int ranks(List<RankClass> rankClasses) {
        return rankClasses.stream()
                .mapToInt(rankClass -> rankClass.ranks().size())
                .sum();
    }

    private static List<List<RankClass>> groups(List<RankClass> active, int position) {
        List<List<RankClass>> groups = new ArrayList<>();
        for (RankClass rankClass : active) {
            if (position >= rankClass.length() || rankClass.lost(position)) {
                continue;
            }
            List<RankClass> group = null;
            for (List<RankClass> candidate : groups) {
                if (candidate.get(0).same(position, rankClass, position)) {
                    group = candidate;
                    break;
                }
            }
            if (group == null) {
                group = new ArrayList<>();
                groups.add(group);
            }
            group.add(rankClass);
        }
        return groups;
    }
}
