package dev.rollcall.analyzer.code.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The loops of a function and how they nest: a strongly connected component is a loop, and what is still strongly connected without its
 * header is a loop inside (Steensgaard, <i>Sequentializing Program Dependence Graphs for Irreducible Programs</i>, 1993). In a reducible
 * flow these are the natural loops, those of one header merged. Immutable and thread-safe.
 */
public final class LoopForest {
    private final List<Loop> loops = new ArrayList<>();
    private final int[] innermost;

    /**
     * A loop.
     *
     * @param header the node at which each pass begins: the first one in the order of the flow
     * @param nodes its nodes, those of inner loops included; not to be changed
     * @param parent the index in {@link LoopForest#loops} of the next loop outwards; -1 for none
     */
    public record Loop(int header, BitSet nodes, int parent) {
        /** Returns whether an instruction belongs to the loop. */
        public boolean contains(int node) {
            return nodes.get(node);
        }
    }

    private record Part(BitSet nodes, int parent) {}

    /** Finds the loops of a flow. */
    public LoopForest(ControlFlow flow) {
        innermost = new int[flow.exit() + 1];
        Arrays.fill(innermost, -1);
        BitSet all = new BitSet();
        all.set(0, flow.exit());
        Deque<Part> open = new ArrayDeque<>(List.of(new Part(all, -1)));
        while (!open.isEmpty()) {
            Part part = open.remove();
            for (int[] component : Components.of(flow.graph(), part.nodes)) {
                if (component.length > 1 || flow.isSuccessor(component[0], component[0])) {
                    open.add(new Part(add(flow, component, part.parent), loops.size() - 1));
                }
            }
        }
    }

    /** Adds a loop, and returns its nodes without its header. */
    private BitSet add(ControlFlow flow, int[] component, int parent) {
        BitSet nodes = new BitSet();
        int header = component[0];
        for (int node : component) {
            nodes.set(node);
            innermost[node] = loops.size();
            header = flow.position(node) < flow.position(header) ? node : header;
        }
        loops.add(new Loop(header, nodes, parent));
        BitSet inner = (BitSet) nodes.clone();
        inner.clear(header);
        return inner;
    }

    /** Returns the loops, outer ones before those inside them. */
    public List<Loop> loops() {
        return List.copyOf(loops);
    }

    /** Returns the loop that a node is the header of. */
    public Optional<Loop> withHeader(int node) {
        return around(node).stream().filter(loop -> loop.header() == node).findFirst();
    }

    /** Returns the loops around a node, innermost first. */
    public List<Loop> around(int node) {
        List<Loop> around = new ArrayList<>();
        for (int i = innermost[node]; i >= 0; i = loops.get(i).parent()) {
            around.add(loops.get(i));
        }
        return around;
    }

    /** Returns whether an edge goes back to the header of a loop from inside. */
    public boolean isBack(int from, int to) {
        return withHeader(to).map(loop -> loop.contains(from)).orElse(false);
    }
}
