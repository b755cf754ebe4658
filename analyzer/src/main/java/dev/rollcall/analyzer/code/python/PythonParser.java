package dev.rollcall.analyzer.code.python;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.treesitter.TSInputEncoding;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSSymbolType;
import org.treesitter.TSTree;
import org.treesitter.TSTreeCursor;
import org.treesitter.TreeSitterPython;

/**
 * Reads Python source with tree-sitter. Each question to the native tree costs about a microsecond, so it asks few: an inner node's
 * extent is that of its children, and bodies of functions are read when they are used. Not thread-safe.
 */
final class PythonParser {
    /** Deeper nesting than any person writes. */
    private static final int DEEPEST = 400;

    private static final int ERROR = 0xFFFF;
    private static final int CHUNK = 1 << 16;

    /** The nodes that are read before memory is looked at again, and what they need at most, bytes. */
    private static final int NODES = 64;

    private static final int ROOM_FOR_NODES = 64 << 10;

    /** What a unit must know of all its functions, whether they are used or not. */
    private static final List<byte[]> DEFINING = Stream.of("def ", "async ", "class ", "import ", "from ", "global ")
            .map(word -> word.getBytes(StandardCharsets.UTF_8))
            .toList();

    private static final byte[] LAMBDA = "lambda".getBytes(StandardCharsets.UTF_8);

    private final TreeSitterPython language = new TreeSitterPython();
    private final String[] types = new String[language.symbolCount()];
    private final boolean[] named = new boolean[types.length];
    private final String[] fields = new String[language.fieldCount() + 1];

    /** Volatile, because the compiler leaves out an array that nobody can see. */
    private volatile byte[] room;

    /**
     * A file's tree.
     *
     * @param root the module
     * @param flaw the first place that is no Python; empty where all is
     */
    record Parsed(SyntaxNode root, String flaw) {}

    /**
     * Makes a parser.
     *
     * @throws LinkageError if tree-sitter has no native library for this machine
     */
    PythonParser() {
        for (int i = 0; i < types.length; i++) {
            types[i] = language.symbolName(i).intern();
            named[i] = language.symbolType(i) == TSSymbolType.TSSymbolTypeRegular;
        }
        fields[0] = "";
        for (int i = 1; i < fields.length; i++) {
            fields[i] = language.fieldNameForId(i).intern();
        }
    }

    /** Returns the tree of a file; what is not Python in it becomes nodes of the type {@code ERROR}. */
    Parsed parse(SourceText source) {
        try (TSParser parser = new TSParser()) {
            parser.setLanguage(language);
            makeRoom();
            TSTree tree = parser.parse(
                    new byte[CHUNK],
                    null,
                    (buffer, offset, position) -> source.read(buffer, offset),
                    TSInputEncoding.TSInputEncodingUTF8);
            TSNode root = tree.getRootNode();
            Reading reading = new Reading(source, root.hasError());
            try (TSTreeCursor cursor = new TSTreeCursor(root)) {
                return new Parsed(reading.node(cursor, "", 0, true), reading.flaw);
            }
        }
    }

    /** Throws OutOfMemoryError where memory is short: tree-sitter's native code, which makes the nodes, would end the process. */
    private void makeRoom() {
        room = new byte[ROOM_FOR_NODES];
        room = null;
    }

    /**
     * The native questions about a node, without the check for a null node that the public ones do with a native question of their own: a
     * cursor is never at one.
     */
    private static final class Nodes extends TSParser {
        static int symbol(TSNode node) {
            return ts_node_symbol(node) & ERROR;
        }

        static int start(TSNode node) {
            return ts_node_start_byte(node);
        }

        static int end(TSNode node) {
            return ts_node_end_byte(node);
        }
    }

    /** Copies one native tree. */
    private final class Reading {
        private final SourceText source;
        private final boolean hasErrors;
        private String flaw = "";
        /** The token that was read last: only a parent's first and last token need an extent. */
        private TSNode token;

        private int untilRoom;

        Reading(SourceText source, boolean hasErrors) {
            this.source = source;
            this.hasErrors = hasErrors;
        }

        /**
         * Returns the node that the cursor is at, and leaves the cursor there; null for what does nothing.
         *
         * @param parent the type of the parent
         * @param first whether the parent begins where this node does
         */
        SyntaxNode node(TSTreeCursor cursor, String parent, int depth, boolean first) {
            if (untilRoom-- == 0) {
                untilRoom = NODES;
                makeRoom();
            }
            TSNode at = cursor.currentNode();
            int symbol = Nodes.symbol(at);
            String type = symbol == ERROR ? "ERROR" : types[symbol];
            if (type.equals("comment") || type.equals("line_continuation")) {
                return null;
            }
            String field = fields[cursor.currentFieldId()];
            boolean isNamed = symbol == ERROR || named[symbol];
            SyntaxNode node;
            if (!isNamed && !hasErrors) {
                int start = first ? Nodes.start(at) : -1;
                node = new SyntaxNode(source, type, field, false, start, -1);
                token = at;
            } else if (type.equals("block") && parent.equals("function_definition") && !hasErrors) {
                node = body(at, field, depth);
            } else if (type.equals("string") && !hasErrors && !source.isFormatted(Nodes.start(at))) {
                node = new SyntaxNode(source, type, field, true, Nodes.start(at), Nodes.end(at));
            } else {
                node = inner(cursor, at, type, field, isNamed, depth);
            }
            String broken = brokenness(at, symbol, depth, node);
            if (!broken.isEmpty()) {
                flaw = flaw.isEmpty() ? broken : flaw;
                node.setFlaw(broken);
            }
            return node;
        }

        private SyntaxNode body(TSNode at, String field, int depth) {
            SyntaxNode node = new SyntaxNode(source, "block", field, true, Nodes.start(at), Nodes.end(at));
            node.setChildrenLater(() -> {
                untilRoom = 0;
                try (TSTreeCursor cursor = new TSTreeCursor(at)) {
                    return children(cursor, node, depth);
                }
            });
            if (source.mentions(LAMBDA, DEFINING, node.start(), node.end())) {
                node.children();
            }
            return node;
        }

        private SyntaxNode inner(
                TSTreeCursor cursor, TSNode at, String type, String field, boolean isNamed, int depth) {
            SyntaxNode node = new SyntaxNode(source, type, field, isNamed, -1, -1);
            boolean leaf = depth >= DEEPEST || type.equals("string_content");
            List<SyntaxNode> children = leaf ? List.of() : children(cursor, node, depth);
            node.setChildren(children);
            if (children.isEmpty() || type.equals("format_specifier")) {
                node.setExtent(Nodes.start(at), Nodes.end(at));
            } else {
                node.setExtent(
                        children.get(0).start(),
                        children.get(children.size() - 1).end());
            }
            return node;
        }

        /** Returns the children of the node that the cursor is at; their flaws become the node's. */
        private List<SyntaxNode> children(TSTreeCursor cursor, SyntaxNode node, int depth) {
            List<SyntaxNode> children = new ArrayList<>();
            if (!cursor.gotoFirstChild()) {
                return children;
            }
            TSNode last = null;
            do {
                SyntaxNode child = node(cursor, node.type(), depth + 1, children.isEmpty());
                if (child != null) {
                    children.add(child);
                    last = token;
                    if (node.flaw().isEmpty() && !child.is("function_definition") && !child.is("class_definition")) {
                        node.setFlaw(child.flaw());
                    }
                }
            } while (cursor.gotoNextSibling());
            cursor.gotoParent();
            SyntaxNode end = children.isEmpty() ? node : children.get(children.size() - 1);
            if (end != node && end.end() < 0) {
                end.setExtent(Nodes.start(last), Nodes.end(last));
            }
            // Most nodes have few children, and stay as long as the scan runs.
            return List.copyOf(children);
        }

        private String brokenness(TSNode at, int symbol, int depth, SyntaxNode node) {
            if (!node.flaw().isEmpty()) {
                return node.flaw();
            }
            if (symbol == ERROR || hasErrors && at.isMissing()) {
                return "syntax error in line " + node.line();
            }
            return depth >= DEEPEST && at.getChildCount() > 0 ? "nested too deeply in line " + node.line() : "";
        }
    }
}
