package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.flow.ControlFlow;
import dev.rollcall.analyzer.code.flow.LoopForest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A function, or the body of one loop, as a graph without cycles: a loop inside is one item, named by its header. An edge to the own
 * header begins the next pass; an edge to a node outside leaves the loop. Not thread-safe.
 */
final class Region {
    /** Says that the ways from an item do not meet. */
    static final int NONE = -1;

    private final LoopForest.Loop loop;
    private final int header;
    private final List<Integer> items = new ArrayList<>();
    private final Map<Integer, Integer> index = new HashMap<>();
    private final Map<Integer, int[]> ways = new HashMap<>();
    private final Map<Integer, Region> inner = new LinkedHashMap<>();
    private final Map<Integer, List<Integer>> predecessors = new HashMap<>();
    private final Map<Integer, Integer> meets = new HashMap<>();
    private int[] dominator;
    private int[] depth;
    private boolean[] closed;
    private int[] exits;
    private boolean irreducible;

    private Region(LoopForest.Loop loop) {
        this.loop = loop;
        header = loop == null ? 0 : loop.header();
    }

    /** Returns the regions of a function: the outermost one, which holds the others. */
    static Region of(ControlFlow flow, LoopForest forest) {
        Region whole = new Region(null);
        Map<Integer, Region> regions = new HashMap<>();
        for (int node : flow.order()) {
            if (node == flow.exit()) {
                continue;
            }
            List<LoopForest.Loop> around = forest.around(node);
            Region region = whole;
            for (int i = around.size() - 1; i >= 0; i--) {
                LoopForest.Loop each = around.get(i);
                Region outer = region;
                region = regions.computeIfAbsent(each.header(), to -> new Region(each));
                if (node == each.header()) {
                    outer.add(node);
                    outer.inner.put(node, region);
                }
            }
            region.add(node);
        }
        whole.connect(flow, forest);
        return whole;
    }

    private void add(int item) {
        index.put(item, items.size());
        items.add(item);
    }

    private void connect(ControlFlow flow, LoopForest forest) {
        for (Region each : inner.values()) {
            each.connect(flow, forest);
        }
        for (int item : items) {
            Region of = inner.get(item);
            int[] targets = of == null ? flow.successors(item) : of.exits().clone();
            for (int i = 0; i < targets.length; i++) {
                targets[i] = itemOf(targets[i], flow, forest);
            }
            ways.put(item, targets);
            for (int to : Arrays.stream(targets).distinct().toArray()) {
                predecessors.computeIfAbsent(to, each -> new ArrayList<>()).add(item);
            }
        }
        findDominators();
    }

    /** Returns the item that a node belongs to; the node itself if it is outside, or the own header. */
    private int itemOf(int node, ControlFlow flow, LoopForest forest) {
        if (node == flow.exit() || loop != null && !loop.contains(node) || index.containsKey(node)) {
            return node;
        }
        irreducible = true;
        for (LoopForest.Loop each : forest.around(node)) {
            if (index.containsKey(each.header())) {
                return each.header();
            }
        }
        return node;
    }

    /** Returns the nodes outside to which the loop leads, in a fixed order. Not to be changed. */
    int[] exits() {
        if (exits != null) {
            return exits;
        }
        Set<Integer> found = new LinkedHashSet<>();
        ways.values()
                .forEach(targets -> Arrays.stream(targets)
                        .filter(to -> to == header || !index.containsKey(to))
                        .forEach(found::add));
        found.remove(header);
        exits = found.stream().mapToInt(Integer::intValue).toArray();
        return exits;
    }

    private void findDominators() {
        int n = items.size();
        dominator = new int[n];
        depth = new int[n];
        for (int i = 1; i < n; i++) {
            int found = NONE;
            for (int from : predecessors.getOrDefault(items.get(i), List.of())) {
                int at = index.get(from);
                if (at < i) {
                    found = found == NONE ? at : common(found, at);
                }
            }
            dominator[i] = Math.max(0, found);
            depth[i] = depth[dominator[i]] + 1;
        }
        int[] highest = new int[n];
        closed = new boolean[n];
        Arrays.fill(highest, Integer.MAX_VALUE);
        for (int i = n - 1; i >= 0; i--) {
            for (int to : ways.get(items.get(i))) {
                if (isInside(to)) {
                    highest[i] = Math.min(highest[i], depth[dominator[index.get(to)]]);
                }
            }
            closed[i] = highest[i] >= depth[i];
            if (i > 0) {
                highest[dominator[i]] = Math.min(highest[dominator[i]], highest[i]);
            }
        }
    }

    private int common(int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            if (a > b) {
                a = dominator[a];
            } else {
                b = dominator[b];
            }
        }
        return a;
    }

    /** Returns whether a target is an item of the region, reached in the same pass. */
    boolean isInside(int target) {
        return index.containsKey(target) && (loop == null || target != header);
    }

    /**
     * Returns where the ways from an item meet: the first item that all of them pass, those aside that end and lead to nothing that
     * another way passes; {@link #NONE} if all are such.
     */
    int meet(int item) {
        return meets.computeIfAbsent(item, this::findMeet);
    }

    private int findMeet(int item) {
        TreeSet<Integer> open = new TreeSet<>();
        addOpen(item, open);
        while (open.size() > 1) {
            addOpen(items.get(open.pollFirst()), open);
        }
        return open.isEmpty() ? NONE : items.get(open.first());
    }

    private void addOpen(int item, Set<Integer> open) {
        for (int to : ways.get(item)) {
            if (isInside(to)) {
                int at = index.get(to);
                boolean ends = closed[at] && predecessors(to).equals(List.of(item));
                if (!ends) {
                    open.add(at);
                }
            }
        }
    }

    /** Returns the item that all ways to an item pass last, apart from itself. */
    int dominator(int item) {
        return items.get(dominator[index.get(item)]);
    }

    /** Returns where the ways of an item lead, in the order of the flow. Not to be changed. */
    int[] ways(int item) {
        return ways.get(item);
    }

    /** Returns the items that lead to an item, to the own header, or to a node outside. */
    List<Integer> predecessors(int target) {
        return predecessors.getOrDefault(target, List.of());
    }

    /** Returns the loop that an item stands for; null for an instruction of the region itself. */
    Region inner(int item) {
        return item == header && loop != null ? null : inner.get(item);
    }

    /** Returns the items, each before those that it leads to. */
    List<Integer> items() {
        return items;
    }

    int indexOf(int item) {
        return index.get(item);
    }

    /** Returns the first item. */
    int header() {
        return header;
    }

    /** Returns the loop; null for the whole function. */
    LoopForest.Loop loop() {
        return loop;
    }

    /** Returns whether control enters a loop past its header somewhere. */
    boolean isIrreducible() {
        return irreducible || inner.values().stream().anyMatch(Region::isIrreducible);
    }
}
