package dev.rollcall.analyzer.align;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What most ranks of a communicator called, found by walking all lanes in step: at each position the lanes that called
 * what most called go on, the others leave. A lane that has ended has no voice.
 *
 * @param reference the longest of the lanes that never left
 * @param followers the lanes that never left
 * @param splits where lanes left, first to last
 */
record Consensus(RankClass reference, List<RankClass> followers, List<Split> splits) {

    /**
     * A position where lanes disagree.
     *
     * @param position the position
     * @param groups the lanes by what they called, those that go on first
     * @param sided whether it is known that the first group is the one that kept its place
     */
    record Split(int position, List<List<RankClass>> groups, boolean sided) {}

    private static final Comparator<List<RankClass>> LARGEST_FIRST = Comparator.<List<RankClass>>comparingInt(
                    lanes -> -ranks(lanes))
            .thenComparingInt(lanes -> lanes.get(0).ranks().get(0));

    /** Walks the lanes of a lineup; a tie is decided by {@link TieBreak} where it can be, and ends the walk where not. */
    static Consensus of(RankClasses lineup, TieBreak sides) {
        List<RankClass> active = new ArrayList<>(lineup.lanes());
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
            int silent = lineup.silent(position);
            boolean majority = sides.majority(most, voices - most, silent, groups.subList(1, groups.size()), position);
            RankClass keeper = majority ? null : sides.keeper(groups, position, silent);
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
                        .thenComparingInt(lane -> lane.ranks().size())
                        .thenComparingInt(lane -> -lane.ranks().get(0)))
                .orElse(null);
        return new Consensus(reference, List.copyOf(active), List.copyOf(splits));
    }

    /** Returns how many ranks some lanes have. */
    static int ranks(List<RankClass> lanes) {
        return lanes.stream().mapToInt(lane -> lane.ranks().size()).sum();
    }

    private static List<List<RankClass>> groups(List<RankClass> active, int position) {
        List<List<RankClass>> groups = new ArrayList<>();
        for (RankClass lane : active) {
            if (position >= lane.length() || lane.lost(position)) {
                continue;
            }
            List<RankClass> group = null;
            for (List<RankClass> candidate : groups) {
                if (candidate.get(0).same(position, lane, position)) {
                    group = candidate;
                    break;
                }
            }
            if (group == null) {
                group = new ArrayList<>();
                groups.add(group);
            }
            group.add(lane);
        }
        return groups;
    }
}
