package dev.rollcall.analyzer.input.horovod;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One warning of Horovod's stall inspector: for each rank the first tensor that it did not submit. Not thread-safe. */
final class StallReport {
    /** Ranks that are kept, on each side. */
    private static final int MOST_RANKS = 4096;

    private static final int LONGEST_NAME = 200;

    private final Map<Integer, String> missing = new TreeMap<>();

    /** Adds a rank that did not submit a tensor. */
    void add(int rank, String tensor) {
        if (missing.size() < MOST_RANKS) {
            missing.putIfAbsent(rank, tensor.substring(0, Math.min(tensor.length(), LONGEST_NAME)));
        }
    }

    /** Returns whether every rank lacks a tensor, so that ranks submit different tensors. */
    boolean allLackOne() {
        return !missing.isEmpty() && submitted().isEmpty();
    }

    /** Returns the lowest ranks that lack no tensor. A rank above the highest that lacks one may exist, too. */
    private List<Integer> submitted() {
        int highest =
                missing.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
        return IntStream.rangeClosed(0, highest)
                .filter(rank -> !missing.containsKey(rank))
                .limit(MOST_RANKS)
                .boxed()
                .toList();
    }

    /** Returns the ranks that wait: those that lack no tensor or, where all lack one, the most that lack the same. */
    List<Integer> waiting() {
        List<Integer> submitted = submitted();
        if (!submitted.isEmpty() || missing.isEmpty()) {
            return submitted;
        }
        Map<String, TreeSet<Integer>> byTensor = new TreeMap<>();
        missing.forEach((rank, tensor) ->
                byTensor.computeIfAbsent(tensor, name -> new TreeSet<>()).add(rank));
        return List.copyOf(byTensor.values().stream()
                .max(Comparator.<TreeSet<Integer>>comparingInt(TreeSet::size).thenComparing(ranks -> -ranks.first()))
                .orElseThrow());
    }

    /** Returns the tensors that the ranks which do not wait lack, by rank. */
    Map<Integer, String> absent() {
        List<Integer> waiting = waiting();
        return missing.entrySet().stream()
                .filter(entry -> !waiting.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
    }
}
