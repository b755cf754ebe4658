package dev.rollcall.analyzer.report.picture;

import java.util.List;

/**
 * The map of a job's ranks, a row a host, coloured by how far each waits from the named ranks. Positions are pixels.
 *
 * @param title the heading
 * @param caption how to read it, a sentence
 * @param summary the same in words, for a reader who cannot see it
 * @param width of the whole
 * @param height of the whole
 * @param labels the hosts, and the local ranks above the columns
 * @param cells one a rank, or one a host or block of ranks where there are too many
 * @param small whether the cells are small
 * @param legend the levels that occur, the most important first
 */
public record RankMap(
        String title,
        String caption,
        String summary,
        int width,
        int height,
        List<Label> labels,
        List<Cell> cells,
        boolean small,
        List<Key> legend) {

    public RankMap {
        labels = List.copyOf(labels);
        cells = List.copyOf(cells);
        legend = List.copyOf(legend);
    }

    /**
     * A text beside the cells.
     *
     * @param x where it begins, or its middle
     * @param y its baseline
     * @param text what is shown
     * @param whole the whole text
     * @param style its class
     */
    public record Label(int x, int y, String text, String whole, String style) {}

    /**
     * A rank, or a host.
     *
     * @param x of its left edge
     * @param y of its top edge
     * @param width of the cell
     * @param height of the cell
     * @param text the rank's number; empty where there is no room
     * @param level its level, the most important one of a host's ranks
     * @param ranks the ranks that it stands for
     * @param tip what a pointer shows
     */
    public record Cell(
            int x, int y, int width, int height, String text, RankLevel level, List<Integer> ranks, String tip) {

        private static final int MARK_WIDTH = 10;
        private static final int EDGE = 2;

        /** Returns how wide a cell is in which a number of this width and a mark stand apart. */
        static int width(int number) {
            return EDGE + number + EDGE + MARK_WIDTH + EDGE;
        }

        /** Returns the middle of the number. */
        public int textX() {
            return x + (width - MARK_WIDTH - EDGE) / 2;
        }

        /** Returns the middle of the mark. */
        public int markX() {
            return text.isEmpty() ? x + width / 2 : x + width - MARK_WIDTH / 2 - EDGE;
        }

        /** Returns the baseline of number and mark. */
        public int baseline() {
            return y + height / 2 + 4;
        }
    }

    /**
     * A line of the legend.
     *
     * @param level the level
     * @param words what it means
     * @param count how many ranks have it
     */
    public record Key(RankLevel level, String words, int count) {}
}
