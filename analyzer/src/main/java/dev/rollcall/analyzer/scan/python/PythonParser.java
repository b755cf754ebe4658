package dev.rollcall.analyzer.scan.python;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSTree;
import org.treesitter.TSTreeCursor;
import org.treesitter.TreeSitterPython;

/** Reads Python source with tree-sitter. Not safe for use by several threads. */
final class PythonParser {
    /** Deeper nesting than any person writes. */
    private static final int DEEPEST = 400;

    private final TreeSitterPython language = new TreeSitterPython();
    private final Map<String, String> names = new HashMap<>();
    private byte[] source;
    private int number;

    /** Returns the tree of a file; what is not Python in it becomes nodes of the type {@code ERROR}. */
    Node parse(String text) {
        source = text.getBytes(StandardCharsets.UTF_8);
        number = 0;
        TSParser parser = new TSParser();
        parser.setLanguage(language);
        TSTree tree = parser.parseString(null, text);
        try (TSTreeCursor cursor = new TSTreeCursor(tree.getRootNode())) {
            return node(cursor, 0);
        }
    }

    /** Returns the node that the cursor is at, and leaves the cursor there; null for what does nothing. */
    private Node node(TSTreeCursor cursor, int depth) {
        TSNode at = cursor.currentNode();
        String type = one(at.getType());
        if (type.equals("comment") || type.equals("line_continuation")) {
            return null;
        }
        String field = cursor.currentFieldName();
        int own = number++;
        List<Node> children = new ArrayList<>();
        boolean inner = depth <= DEEPEST && !type.equals("string_content");
        if (inner && cursor.gotoFirstChild()) {
            do {
                Node child = node(cursor, depth + 1);
                if (child != null) {
                    children.add(child);
                }
            } while (cursor.gotoNextSibling());
            cursor.gotoParent();
        }
        Extent extent = new Extent(
                source, at.getStartByte(), at.getEndByte(), at.getEndPoint().getRow() + 1);
        return new Node(
                type,
                field == null ? "" : one(field),
                at.isNamed(),
                at.getStartPoint().getRow() + 1,
                own,
                extent,
                children);
    }

    /** Returns one string for all that are equal. */
    private String one(String name) {
        return names.computeIfAbsent(name, n -> n);
    }
}
