package dev.rollcall.analyzer.scan.python;

import java.util.List;

/**
 * A node of a syntax tree, with the names of tree-sitter's grammar of Python. Immutable.
 *
 * @param type what it is, such as {@code if_statement}; for an operator or keyword its text
 * @param field the name that its parent has for it; empty where it has none
 * @param named whether it is more than punctuation
 * @param line where it begins, from 1
 * @param number tells it from the other nodes of its file
 * @param text the source
 * @param children in their order, comments left out
 */
record Node(String type, String field, boolean named, int line, int number, String text, List<Node> children) {

    Node {
        children = List.copyOf(children);
    }

    /** Returns the child of a field; null where there is none. */
    Node child(String name) {
        for (Node each : children) {
            if (each.field.equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Returns the children of a field. */
    List<Node> all(String name) {
        return children.stream().filter(each -> each.field.equals(name)).toList();
    }

    /** Returns the children that are more than punctuation. */
    List<Node> parts() {
        return children.stream().filter(Node::named).toList();
    }

    /** Returns the first child of a type; null where there is none. */
    Node first(String kind) {
        for (Node each : children) {
            if (each.type.equals(kind)) {
                return each;
            }
        }
        return null;
    }

    /** A node is only itself. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return number;
    }

    boolean is(String... kinds) {
        for (String kind : kinds) {
            if (type.equals(kind)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the source on one line. */
    String oneLine() {
        return text.strip().replaceAll("\\s*\\n\\s*", " ");
    }
}
