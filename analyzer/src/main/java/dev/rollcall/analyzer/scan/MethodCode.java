package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.model.CodeStructure.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The flow of control of one method: for each instruction its line and where it may go. Compilers lay code out in the order
 * of its source, so a jump to a lower offset is a loop's, and the instructions between are the loop's lines.
 */
final class MethodCode {
    private final int[] lines;
    private final int[][] targets;
    private final BitSet fallsThrough;

    /**
     * Holds a method's flow.
     *
     * @param lines each instruction's line, 0 where unknown
     * @param targets each instruction's jump targets
     * @param fallsThrough the instructions after which the next one may run
     */
    MethodCode(int[] lines, int[][] targets, BitSet fallsThrough) {
        this.lines = lines;
        this.targets = targets;
        this.fallsThrough = fallsThrough;
    }

    /** Returns whether any instruction stands on a line. */
    boolean has(int line) {
        for (int each : lines) {
            if (each == line) {
                return true;
            }
        }
        return false;
    }

    /** Returns the loops that hold a line, innermost first. */
    List<Loop> loopsAround(int line) {
        Map<Integer, Integer> ends = new TreeMap<>();
        for (int from = 0; from < targets.length; from++) {
            for (int target : targets[from]) {
                if (target <= from) {
                    ends.merge(target, from, Math::max);
                }
            }
        }
        List<int[]> holding = new ArrayList<>();
        ends.forEach((start, end) -> {
            if (linesBetween(start, end).contains(line)) {
                holding.add(new int[] {start, end});
            }
        });
        holding.sort(Comparator.comparingInt(range -> range[1] - range[0]));
        return holding.stream()
                .map(range -> new Loop(linesBetween(range[0], range[1])))
                .toList();
    }

    private Set<Integer> linesBetween(int start, int end) {
        Set<Integer> between = new HashSet<>();
        for (int i = start; i <= end; i++) {
            if (lines[i] > 0) {
                between.add(lines[i]);
            }
        }
        return between;
    }

    /** Returns whether control can pass from one line to another without a jump back. */
    boolean leads(int fromLine, int toLine) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < lines.length; i++) {
            if (lines[i] == fromLine) {
                open.add(i);
            }
        }
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at >= lines.length || seen.get(at)) {
                continue;
            }
            seen.set(at);
            if (lines[at] == toLine) {
                return true;
            }
            for (int target : targets[at]) {
                if (target > at) {
                    open.add(target);
                }
            }
            if (fallsThrough.get(at)) {
                open.add(at + 1);
            }
        }
        return false;
    }
}
