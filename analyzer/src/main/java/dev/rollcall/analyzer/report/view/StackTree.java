package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The stacks of several ranks, merged from the outermost frame on: a node is a run of frames that its ranks share, and its
 * children are where they part. The merge is that of Arnold and others, "Stack trace analysis for large scale debugging", IPDPS
 * 2007.
 *
 * @param ranks the global ranks, ascending
 * @param frames the shared frames, outermost first, safe to print; of many the first and the last ones
 * @param children the branches, that of the most ranks first; none where all stacks end
 */
public record StackTree(List<Integer> ranks, List<String> frames, List<StackTree> children) {
    /** Of a longer run the outer half says how the program started, and the inner half where it is. */
    private static final int MOST_FRAMES = 8;

    /** More places than a person looks at. The ranks in further ones are one node without frames. */
    private static final int MOST_NODES = 200;

    private static final int LONGEST_FRAME = 160;

    public StackTree {
        ranks = List.copyOf(ranks);
        frames = List.copyOf(frames);
        children = List.copyOf(children);
    }

    /**
     * Returns the trees of the stacks that were collected from a job's ranks, that of the most ranks first. They are several where
     * the stacks begin differently.
     *
     * @return an empty list where not more than one rank has a stack
     */
    public static List<StackTree> of(Job job) {
        Map<Integer, List<StackFrame>> stacks = new TreeMap<>();
        for (Rank rank : job.ranks()) {
            ThreadSnapshot seen = rank.heartbeat() ? null : job.currentSnapshot(rank.number());
            if (seen != null && !seen.stack().frames().isEmpty()) {
                stacks.put(rank.number(), seen.stack().frames());
            }
        }
        return stacks.size() < 2 ? List.of() : new Merge().branches(stacks, 0);
    }

    /** Returns {@code 3 ranks (0–2)} or {@code rank 3}. */
    public String who() {
        return ranks.size() == 1 ? RankText.describe(ranks) : ranks.size() + " ranks (" + RankText.numbers(ranks) + ")";
    }

    /** Merges the stacks of one job. */
    private static final class Merge {
        private int nodes;

        /** Returns the trees of stacks whose outermost frames up to a depth are equal. */
        private List<StackTree> branches(Map<Integer, List<StackFrame>> stacks, int depth) {
            Map<StackFrame, Map<Integer, List<StackFrame>>> byFrame = new LinkedHashMap<>();
            stacks.forEach((rank, frames) -> {
                if (depth < frames.size()) {
                    byFrame.computeIfAbsent(frame(frames, depth), frame -> new TreeMap<>())
                            .put(rank, frames);
                }
            });
            List<Map<Integer, List<StackFrame>>> largestFirst = new ArrayList<>(byFrame.values());
            largestFirst.sort((one, other) -> other.size() - one.size());
            List<StackTree> branches = new ArrayList<>();
            Set<Integer> further = new TreeSet<>();
            for (Map<Integer, List<StackFrame>> alike : largestFirst) {
                if (nodes < MOST_NODES) {
                    nodes++;
                    branches.add(tree(alike, depth));
                } else {
                    further.addAll(alike.keySet());
                }
            }
            if (!further.isEmpty()) {
                branches.add(new StackTree(List.copyOf(further), List.of("…"), List.of()));
            }
            return branches;
        }

        private StackTree tree(Map<Integer, List<StackFrame>> stacks, int depth) {
            List<StackFrame> first = stacks.values().iterator().next();
            int end = depth + 1;
            while (end < first.size() && allHave(stacks, end, frame(first, end))) {
                end++;
            }
            return new StackTree(List.copyOf(stacks.keySet()), texts(first, depth, end), branches(stacks, end));
        }
    }

    private static boolean allHave(Map<Integer, List<StackFrame>> stacks, int depth, StackFrame frame) {
        return stacks.values().stream()
                .allMatch(
                        frames -> depth < frames.size() && frame(frames, depth).equals(frame));
    }

    /** Returns a frame by its distance from the outermost one. */
    private static StackFrame frame(List<StackFrame> innermostFirst, int depth) {
        return innermostFirst.get(innermostFirst.size() - 1 - depth);
    }

    private static List<String> texts(List<StackFrame> frames, int from, int to) {
        List<String> texts = new ArrayList<>();
        int leftOut = to - from - MOST_FRAMES;
        for (int depth = from; depth < to; depth++) {
            if (leftOut > 1 && depth == from + MOST_FRAMES / 2) {
                texts.add("… " + leftOut + " more …");
                depth += leftOut;
            }
            texts.add(Printable.shortened(FrameView.place(frame(frames, depth)), LONGEST_FRAME));
        }
        return texts;
    }
}
