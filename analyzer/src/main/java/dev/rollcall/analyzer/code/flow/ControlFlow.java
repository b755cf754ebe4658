package dev.rollcall.analyzer.code.flow;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Instruction;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A function as a graph: a node for each instruction and one more for its end. What may throw inside of a {@code try} also leads to the
 * handler; exceptions that leave the function show only where it throws them itself. Immutable and thread-safe.
 */
public final class ControlFlow {
    private final CodeFunction function;
    private final int[][] successors;
    private final int[][] predecessors;
    private final int[] order;
    private final int[] position;

    /** Reads the flow of a function. */
    public ControlFlow(CodeFunction function) {
        this.function = function;
        int n = function.size();
        successors = new int[n + 1][];
        for (int i = 0; i < n; i++) {
            successors[i] = waysFrom(i);
        }
        successors[n] = new int[0];
        predecessors = reversed(successors);
        order = reversePostOrder(successors, 0);
        position = new int[n + 1];
        Arrays.fill(position, -1);
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
    }

    private int[] waysFrom(int node) {
        int[] next = function.next(node);
        int handler = function.handlerOf(node);
        boolean ends = next.length == 0 && handler < 0;
        int[] ways = Arrays.copyOf(next, next.length + (ends || handler >= 0 ? 1 : 0));
        if (ways.length > next.length) {
            ways[next.length] = handler;
        }
        for (int i = 0; i < ways.length; i++) {
            ways[i] = ways[i] < 0 ? function.size() : ways[i];
        }
        return ways;
    }

    /** Returns the graph with all edges reversed. */
    static int[][] reversed(int[][] successors) {
        int[] count = new int[successors.length];
        for (int[] ways : successors) {
            for (int to : ways) {
                count[to]++;
            }
        }
        int[][] reversed = new int[successors.length][];
        for (int i = 0; i < reversed.length; i++) {
            reversed[i] = new int[count[i]];
        }
        for (int i = 0; i < reversed.length; i++) {
            for (int to : successors[i]) {
                reversed[to][--count[to]] = i;
            }
        }
        return reversed;
    }

    /** Returns the nodes that are reachable from a root, each before its successors but for edges back. */
    static int[] reversePostOrder(int[][] successors, int root) {
        int[] order = new int[successors.length];
        int[] next = new int[successors.length];
        int[] path = new int[successors.length];
        BitSet seen = new BitSet();
        int first = order.length;
        int depth = 0;
        path[0] = root;
        seen.set(root);
        while (depth >= 0) {
            int node = path[depth];
            if (next[node] < successors[node].length) {
                int to = successors[node][next[node]++];
                if (!seen.get(to)) {
                    seen.set(to);
                    path[++depth] = to;
                }
            } else {
                order[--first] = node;
                depth--;
            }
        }
        return Arrays.copyOfRange(order, first, order.length);
    }

    /** Returns the function. */
    public CodeFunction function() {
        return function;
    }

    /** Returns the node that stands for the end of the function: the number of its instructions. */
    public int exit() {
        return successors.length - 1;
    }

    /**
     * Returns where control may go from a node: {@link CodeFunction#next} in its order, then the handler. Two ways may lead to one node.
     * A copy.
     */
    public int[] successors(int node) {
        return successors[node].clone();
    }

    /** Returns the nodes from which control may come, one for each way; a copy. */
    public int[] predecessors(int node) {
        return predecessors[node].clone();
    }

    /** Returns the reachable nodes, each before its successors but for edges back; a copy. */
    public int[] order() {
        return order.clone();
    }

    /** Returns a node's place in {@link #order}; -1 for the end of a function that never ends. */
    public int position(int node) {
        return position[node];
    }

    /** Returns whether an instruction has several ways out, the handler among them. */
    public boolean isFork(int node) {
        return successors[node].length > 1;
    }

    /** Returns whether an exception takes a way out of a node: to the handler, past a handler of other types, out of the function. */
    public boolean isExceptional(int node, int way) {
        if (node == exit()) {
            return false;
        }
        Instruction instruction = function.at(node);
        return way >= function.next(node).length && !(instruction instanceof Instruction.Return)
                || instruction instanceof Instruction.Catch && way > 0;
    }

    /** Returns whether control may go from one node straight to another. */
    public boolean isSuccessor(int from, int to) {
        return Arrays.stream(successors[from]).anyMatch(each -> each == to);
    }

    int[][] graph() {
        return successors;
    }
}
