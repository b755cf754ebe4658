package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.StackTree;
import java.util.List;

/** The merged stacks of ranks as text: a line for each run of frames that ranks share, indented below the run before. */
final class TextStackTree {
    private static final int MOST_LINES = 40;
    private static final int DEEPEST_INDENT = 10;

    private final TextBlock out;
    private int lines;

    TextStackTree(TextBlock out) {
        this.out = out;
    }

    void print(List<StackTree> trees) {
        if (trees.isEmpty()) {
            return;
        }
        out.heading("Merged stacks");
        trees.forEach(tree -> print(tree, 1));
        if (lines > MOST_LINES) {
            out.line("  … and " + (lines - MOST_LINES) + " more places.");
        }
    }

    private void print(StackTree tree, int depth) {
        if (++lines <= MOST_LINES) {
            String indent = "  ".repeat(Math.min(depth, DEEPEST_INDENT));
            out.labelled(indent + tree.who() + ": ", String.join(" > ", tree.frames()));
        }
        tree.children().forEach(child -> print(child, depth + 1));
    }
}
