package dev.rollcall.analyzer.code.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Which forks decide whether an instruction runs (Ferrante, Ottenstein and Warren, <i>The Program Dependence Graph and Its Use in
 * Optimization</i>, 1987): those with a way on which it must run and another one on which it need not. Answers are worked out when asked
 * for: a table of them could grow with the square of the function. Immutable and thread-safe.
 */
public final class ControlDependence {
    private final ControlFlow flow;
    private final Dominators after;
    private final int[] forks;

    /**
     * A way out of a fork.
     *
     * @param fork an instruction with several ways out
     * @param way the index in {@link ControlFlow#successors}
     */
    public record Decision(int fork, int way) {}

    /**
     * Makes the control dependence of a flow.
     *
     * @param after its post-dominators
     */
    public ControlDependence(ControlFlow flow, Dominators after) {
        this.flow = flow;
        this.after = after;
        BitSet found = new BitSet();
        for (int i = 0; i < flow.exit(); i++) {
            found.set(i, flow.isFork(i));
        }
        forks = found.stream().toArray();
    }

    /** Returns the ways on which an instruction must run while its fork's other ways leave that open, in the forks' order. */
    public List<Decision> of(int node) {
        List<Decision> decisions = new ArrayList<>();
        for (int fork : forks) {
            if (fork == node || !after.dominates(node, fork)) {
                int[] ways = flow.graph()[fork];
                for (int way = 0; way < ways.length; way++) {
                    if (after.dominates(node, ways[way])) {
                        decisions.add(new Decision(fork, way));
                    }
                }
            }
        }
        return decisions;
    }

    /** Returns all forks that have a part in whether an instruction runs: those that decide it, those that decide these, and so on. */
    public BitSet forksOf(int node) {
        BitSet found = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(node));
        while (!open.isEmpty()) {
            for (Decision each : of(open.remove())) {
                if (!found.get(each.fork())) {
                    found.set(each.fork());
                    open.add(each.fork());
                }
            }
        }
        return found;
    }
}
