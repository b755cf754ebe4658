package dev.rollcall.analyzer.scan.python;

import java.util.List;

/** A node of a syntax tree, with the names of tree-sitter's grammar of Python. Immutable. */
final class Node {
    /** Leaves the function, by returning or by an exception. */
    static final int RETURN = 1;

    /** Leaves the loop around. */
    static final int BREAK = 2;

    /** Leaves the round of the loop around. */
    static final int CONTINUE = 4;

    /** Leaves a generator until it is asked for more. */
    static final int YIELD = 8;

    private final String type;
    private final String field;
    private final boolean named;
    private final int line;
    private final int number;
    private final Extent extent;
    private final List<Node> children;
    private final List<Node> parts;
    private final int leaves;
    private String oneLine;

    /**
     * Makes a node.
     *
     * @param type what it is, such as {@code if_statement}; for an operator or keyword its text
     * @param field the name that its parent has for it; empty where it has none
     * @param named whether it is more than punctuation
     * @param line where it begins, from 1
     * @param number tells it from the other nodes of its file; a node's descendants follow it
     * @param extent its part of the source
     * @param children in their order, comments left out
     */
    Node(String type, String field, boolean named, int line, int number, Extent extent, List<Node> children) {
        this.type = type;
        this.field = field;
        this.named = named;
        this.line = line;
        this.number = number;
        this.extent = extent;
        this.children = List.copyOf(children);
        parts = children.stream().filter(Node::named).toList();
        leaves = leaves(type, children);
    }

    /** Returns how control can leave a node, other than at its end. */
    private static int leaves(String type, List<Node> children) {
        int found = 0;
        for (Node each : children) {
            found |= each.leaves;
        }
        return switch (type) {
            case "function_definition", "class_definition", "lambda" -> 0;
            case "return_statement", "raise_statement" -> found | RETURN;
            case "break_statement" -> BREAK;
            case "continue_statement" -> CONTINUE;
            case "for_statement", "while_statement" -> found & ~(BREAK | CONTINUE);
            case "yield" -> found | YIELD;
            default -> found;
        };
    }

    String type() {
        return type;
    }

    String field() {
        return field;
    }

    boolean named() {
        return named;
    }

    /** Returns the line where it begins, from 1. */
    int line() {
        return line;
    }

    /** Returns the line where it ends, from 1. */
    int lastLine() {
        return extent.lastLine();
    }

    int number() {
        return number;
    }

    /** Returns its source. */
    String text() {
        return extent.text();
    }

    List<Node> children() {
        return children;
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
        return parts;
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

    @Override
    public int hashCode() {
        return number;
    }

    /** A node is only itself. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    boolean is(String... kinds) {
        for (String kind : kinds) {
            if (type.equals(kind)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether control can leave it in a way. */
    boolean leaves(int way) {
        return (leaves & way) != 0;
    }

    /** Returns the source on one line. */
    String oneLine() {
        if (oneLine == null) {
            String text = text().strip();
            oneLine = text.indexOf('\n') < 0 ? text : text.replaceAll("\\s*\\n\\s*", " ");
        }
        return oneLine;
    }
}
