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
    }

    /** A part of a bar: its left edge, its width and the class of its colour. */
    public record Part(int x, int width, String style) {}
}
