package dev.rollcall.analyzer.report.picture;

import java.util.List;

/**
 * The folded wait-for graph: at most twelve boxes, the named ranks at the right, and left of them those that wait for them.
 * Positions are pixels.
 *
 * @param caption how to read it, a sentence
 * @param summary the same in words, for a reader who cannot see it
 * @param width of the whole
 * @param height of the whole
 * @param nodes the boxes
 * @param edges the arrows, from the ranks that wait to the ranks that they wait for
 */
public record WaitPicture(String caption, String summary, int width, int height, List<Node> nodes, List<Edge> edges) {
    public WaitPicture {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /**
     * Ranks that wait alike.
     *
     * @param ranks the global ranks
     * @param level their level
     * @param cycle whether they are in a cycle
     * @param x of the left edge
     * @param y of the top edge
     * @param width of the box
     * @param height of the box
     * @param lines what is written in it: the ranks, and what they do
     * @param tip what a pointer shows
     */
    public record Node(
            List<Integer> ranks,
            RankLevel level,
            boolean cycle,
            int x,
            int y,
            int width,
            int height,
            List<String> lines,
            String tip) {
        /** The distance of the texts from the edge. */
        static final int EDGE = 10;

        private static final int MARK = 16;

        /** Returns the middle of the mark. */
        public int markX() {
            return x + EDGE + 4;
        }

        /** Returns where the ranks begin, behind the mark. */
        public int ranksX() {
            return x + EDGE + MARK;
        }

        /** Returns where the other lines begin. */
        public int textX() {
            return x + EDGE;
        }

        /** Returns the baseline of a line, from 0. */
        public int baseline(int line) {
            return y + 20 + line * 35 / 2;
        }
    }

    /**
     * An arrow.
     *
     * @param from the place of the node that waits
     * @param to the place of the node that it waits for
     * @param path its line, in the notation of SVG
     * @param head its head, the corners of a triangle
     * @param cycle whether it is part of a cycle
     */
    public record Edge(int from, int to, String path, String head, boolean cycle) {}
}
