package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets of truths that conditions can have together, as binary decision diagrams (Bryant, <i>Graph-Based Algorithms for Boolean Function
 * Manipulation</i>, 1986): equal sets have one number. Not thread-safe.
 */
final class TruthDiagrams {
    /** No truths. */
    static final int NONE = 0;

    /** All truths. */
    static final int ALL = 1;

    /** The most nodes of one comparison: some ten megabytes. */
    private static final int MOST = 100_000;

    private final Map<Value, Integer> order = new HashMap<>();
    private final List<Node> nodes =
            new ArrayList<>(List.of(new Node(Integer.MAX_VALUE, NONE, NONE), new Node(Integer.MAX_VALUE, ALL, ALL)));
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final Map<Choice, Integer> chosen = new HashMap<>();

    /** The sets with and without a condition, and the number of that condition. */
    private record Node(int condition, int yes, int no) {}

    private record Choice(int of, int yes, int no) {}

    /** Returns the truths with which a condition holds. */
    int of(Value condition) {
        Integer number = order.get(condition);
        if (number == null) {
            number = order.size();
            order.put(condition, number);
        }
        return node(number, ALL, NONE);
    }

    private int node(int condition, int yes, int no) {
        if (yes == no) {
            return yes;
        }
        Node node = new Node(condition, yes, no);
        Integer known = numbers.get(node);
        if (known == null) {
            if (nodes.size() >= MOST) {
                throw new NormalForms.TooMany();
            }
            known = nodes.size();
            nodes.add(node);
            numbers.put(node, known);
        }
        return known;
    }

    /** Returns the truths of {@code yes} that are in a set, and those of {@code no} that are not. */
    int choose(int of, int yes, int no) {
        if (of == ALL || yes == no) {
            return yes;
        }
        if (of == NONE) {
            return no;
        }
        Choice choice = new Choice(of, yes, no);
        Integer known = chosen.get(choice);
        if (known == null) {
            int first = Math.min(nodes.get(of).condition, Math.min(nodes.get(yes).condition, nodes.get(no).condition));
            int with = choose(side(of, first, true), side(yes, first, true), side(no, first, true));
            int without = choose(side(of, first, false), side(yes, first, false), side(no, first, false));
            known = node(first, with, without);
            chosen.put(choice, known);
        }
        return known;
    }

    private int side(int set, int condition, boolean truth) {
        Node node = nodes.get(set);
        return node.condition != condition ? set : truth ? node.yes : node.no;
    }

    /** Returns the truths that are in one of two sets. */
    int or(int one, int other) {
        return choose(one, ALL, other);
    }

    /** Returns the truths that are in both of two sets. */
    int and(int one, int other) {
        return choose(one, other, NONE);
    }
}
