package dev.rollcall.analyzer.scan.python;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSTree;
import org.treesitter.TreeSitterPython;

/** Reads Python source with tree-sitter. Not safe for use by several threads. */
final class PythonParser {
    /** Deeper nesting than any person writes. */
    private static final int DEEPEST = 400;

    private final TreeSitterPython language = new TreeSitterPython();
    private byte[] source;
    private int number;

    /** Returns the tree of a file; what is not Python in it becomes nodes of the type {@code ERROR}. */
    Node parse(String text) {
        source = text.getBytes(StandardCharsets.UTF_8);
        number = 0;
        TSParser parser = new TSParser();
        parser.setLanguage(language);
        TSTree tree = parser.parseString(null, text);
        return node(tree.getRootNode(), "", 0);
    }

    private Node node(TSNode from, String field, int depth) {
        String type = from.getType();
        int own = number++;
        List<Node> children = new ArrayList<>();
        int count = depth > DEEPEST || type.equals("string_content") ? 0 : from.getChildCount();
        for (int i = 0; i < count; i++) {
            TSNode child = from.getChild(i);
            if (!child.getType().equals("comment") && !child.getType().equals("line_continuation")) {
                String name = from.getFieldNameForChild(i);
                children.add(node(child, name == null ? "" : name, depth + 1));
            }
        }
        String text =
                new String(Arrays.copyOfRange(source, from.getStartByte(), from.getEndByte()), StandardCharsets.UTF_8);
        return new Node(type, field, from.isNamed(), from.getStartPoint().getRow() + 1, own, text, children);
    }
}
