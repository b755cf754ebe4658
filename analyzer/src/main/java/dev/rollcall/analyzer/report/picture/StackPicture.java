package dev.rollcall.analyzer.report.picture;

import java.util.List;

/**
 * The merged stacks of the ranks as an indented tree. Each node has a bar whose parts are the classes of ranks that end in one
 * stack, as in the pictures of STAT (Arnold and others, "Stack trace analysis for large scale debugging", IPDPS 2007). Positions
 * are pixels.
 *
 * @param summary the picture in words, for a reader who cannot see it
 * @param width of the whole
 * @param height of the whole
 * @param nodes from the outermost one, each before its branches
 * @param folded whether there are too many nodes to show at once
 */
public record StackPicture(String summary, int width, int height, List<Node> nodes, boolean folded) {

    /** The height of a bar. */
    public static final int BAR_HEIGHT = 14;

    /** The width of a bar of all ranks. */
    static final int BAR = 120;

    /** The width of the counts behind the bars. */
    static final int COUNT = 44;

    /** Where the counts end. */
    public static final int COUNT_END = BAR + COUNT - 6;

    /** The height of a row. */
    static final int ROW = 22;

    public StackPicture {
        nodes = List.copyOf(nodes);
    }

    /**
     * A run of frames that its ranks share.
     *
     * @param x where its text begins
     * @param y of the top edge
     * @param count how many ranks
     * @param text the innermost of its frames, as there is room for
     * @param named whether all its ranks are named by the verdict
     * @param parts the classes of its ranks
     * @param tip the ranks and all frames
     */
    public record Node(int x, int y, String count, String text, boolean named, List<Part> parts, String tip) {
        public Node {
            parts = List.copyOf(parts);
        }

        /** Returns the top edge of its bar. */
        public int bar() {
            return y + (ROW - BAR_HEIGHT) / 2;
        }

        /** Returns the baseline of its texts. */
        public int baseline() {
            return y + ROW / 2 + 4;
        }
    }

    /** A part of a bar: its left edge, its width and the class of its colour. */
    public record Part(int x, int width, String style) {}
}
