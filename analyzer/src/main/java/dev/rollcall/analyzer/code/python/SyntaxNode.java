package dev.rollcall.analyzer.code.python;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A node of a syntax tree, with the names of tree-sitter's grammar of Python; comments are left out. The body of a function is read when
 * its children are first asked for. A node is equal to itself alone. Not thread-safe.
 */
final class SyntaxNode {
    private static final int LONGEST_TEXT = 300;
    private static final Pattern LINE_END = Pattern.compile("\\s*\\\\?\\s*\\n\\s*");

    private final SourceText source;
    private final String type;
    private final String field;
    private final boolean named;
    private int start;
    private int end;
    private String flaw = "";
    private List<SyntaxNode> children = List.of();
    private Supplier<List<SyntaxNode>> unread;

    /**
     * Makes a node without children.
     *
     * @param type what it is, such as {@code if_statement}; for an operator or keyword its text
     * @param field the name that its parent has for it; empty where it has none
     * @param named whether it is more than an operator, keyword or punctuation
     * @param start its first byte
     * @param end the byte after its last
     */
    SyntaxNode(SourceText source, String type, String field, boolean named, int start, int end) {
        this.source = source;
        this.type = type;
        this.field = field;
        this.named = named;
        this.start = start;
        this.end = end;
    }

    void setChildren(List<SyntaxNode> nodes) {
        children = nodes;
    }

    void setChildrenLater(Supplier<List<SyntaxNode>> nodes) {
        unread = nodes;
    }

    void setExtent(int from, int to) {
        start = from;
        end = to;
    }

    /** Says that the node is not, or not wholly, understood. */
    void setFlaw(String reason) {
        flaw = reason;
    }

    String type() {
        return type;
    }

    String field() {
        return field;
    }

    boolean isNamed() {
        return named;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Returns whether a node of the same file is this one or below it. */
    boolean contains(SyntaxNode other) {
        return other.start >= start && other.end <= end;
    }

    /** Returns why the node, apart from functions and classes in it, is not wholly understood; empty if it is. */
    String flaw() {
        return flaw;
    }

    /** Returns whether the children were read: a body that was not has no definitions, lambdas, imports and {@code global} in it. */
    boolean isRead() {
        return unread == null;
    }

    List<SyntaxNode> children() {
        if (unread != null) {
            children = unread.get();
            unread = null;
        }
        return children;
    }

    /** Returns the children that are more than operators, keywords and punctuation. */
    List<SyntaxNode> parts() {
        List<SyntaxNode> parts = new ArrayList<>(children().size());
        for (SyntaxNode each : children()) {
            if (each.named) {
                parts.add(each);
            }
        }
        return parts;
    }

    /** Returns a part by its number; where it has fewer, an absent node. */
    SyntaxNode part(int number) {
        List<SyntaxNode> parts = parts();
        return number < parts.size() ? parts.get(number) : absent();
    }

    /** Returns the child of a field; where there is none, an absent node. */
    SyntaxNode child(String name) {
        for (SyntaxNode each : children()) {
            if (each.field.equals(name)) {
                return each;
            }
        }
        return absent();
    }

    /** Returns the children of a field. */
    List<SyntaxNode> all(String name) {
        return children().stream().filter(each -> each.field.equals(name)).toList();
    }

    /** Returns the first child of a type; where there is none, an absent node. */
    SyntaxNode first(String kind) {
        for (SyntaxNode each : children()) {
            if (each.type.equals(kind)) {
                return each;
            }
        }
        return absent();
    }

    private SyntaxNode absent() {
        return new SyntaxNode(source, "", "", true, start, start);
    }

    /** Returns whether there is such a node in the source. */
    boolean isPresent() {
        return !type.isEmpty();
    }

    boolean is(String kind) {
        return type.equals(kind);
    }

    /** Returns the line where it begins, from 1. */
    int line() {
        return source.line(start);
    }

    /** Returns the line where it ends, from 1. */
    int lastLine() {
        return source.line(Math.max(start, end - 1));
    }

    String text() {
        return source.text(start, end);
    }

    /** Returns the source on one line, cut after 300 characters. */
    String oneLine() {
        String text =
                source.text(start, Math.min(end, start + 4 * LONGEST_TEXT)).strip();
        String line = text.indexOf('\n') < 0
                ? text
                : LINE_END.matcher(text).replaceAll(" ").replace("( ", "(").replace(" )", ")");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
    }

    /** Returns the node in parentheses, however many; the node itself without. */
    SyntaxNode bare() {
        SyntaxNode node = this;
        while (node.is("parenthesized_expression")) {
            node = node.part(0);
        }
        return node;
    }

    @Override
    public String toString() {
        return type + "@" + line();
    }
}
