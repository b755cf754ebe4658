package dev.rollcall.analyzer.report.picture;

import java.util.List;

/**
 * The aligned roll call: a row for each class of ranks that made the same calls, a column for each call. Positions are pixels.
 *
 * @param communicator the communicator's name
 * @param caption how to read it, a sentence
 * @param summary the same in words, for a reader who cannot see it
 * @param width of the whole
 * @param height of the whole
 * @param heads the calls' numbers
 * @param rows the classes, those of the named ranks first
 * @param legend the lines of code by colour
 * @param marks the outlines that occur, and what they mean
 */
public record RollCall(
        String communicator,
        String caption,
        String summary,
        int width,
        int height,
        List<Head> heads,
        List<Row> rows,
        List<Site> legend,
        List<Site> marks) {

    public RollCall {
        heads = List.copyOf(heads);
        rows = List.copyOf(rows);
        legend = List.copyOf(legend);
        marks = List.copyOf(marks);
    }

    /**
     * A column's head.
     *
     * @param x the column's middle
     * @param text the call's number on most ranks; empty where only named ranks made it
     * @param divergent whether the ranks part here
     */
    public record Head(int x, String text, boolean divergent) {}

    /**
     * A class of ranks.
     *
     * @param ranks the global ranks
     * @param label the ranks as there is room for
     * @param whole the ranks
     * @param named whether the finding names them
     * @param baseline of the label
     * @param cells one a column
     */
    public record Row(List<Integer> ranks, String label, String whole, boolean named, int baseline, List<Cell> cells) {}

    /** The baseline of the calls' numbers. */
    public static final int HEAD = 14;

    /** What a cell is. */
    public enum Kind {
        /** A call. */
        CALL,
        /** A call that only the named ranks made. */
        EXTRA,
        /** A call that these ranks left out. */
        SKIPPED,
        /** No call, where the named ranks made an extra one. */
        GAP,
        /** No call: the rank stopped before. */
        MISSING,
        /** The source does not show it. */
        UNSEEN
    }

    /**
     * What a class of ranks did in a column.
     *
     * @param x of its left edge
     * @param y of its top edge
     * @param width of the cell
     * @param height of the cell
     * @param kind what it is
     * @param style the class of its colour
     * @param upper the first line of text
     * @param lower the second line; empty for none
     * @param waiting whether ranks wait in it
     * @param marked whether it is the divergence
     * @param tip what a pointer shows
     */
    public record Cell(
            int x,
            int y,
            int width,
            int height,
            Kind kind,
            String style,
            String upper,
            String lower,
            boolean waiting,
            boolean marked,
            String tip) {

        /** Returns the baseline of the first line of text. */
        public int upperY() {
            return y + height / 2 + (lower.isEmpty() ? 4 : -3);
        }

        /** Returns the baseline of the second line of text. */
        public int lowerY() {
            return y + height / 2 + 12;
        }

        /** Returns the middle of the cell. */
        public int middle() {
            return x + width / 2;
        }

        /** Returns the class of the cell. */
        public String classes() {
            return style + (marked ? " p-marked" : "") + (waiting ? " p-pending" : "");
        }
    }

    /**
     * A line of code, or what an outline means.
     *
     * @param style the class of its colour or outline
     * @param place the method, file and line, or the meaning
     */
    public record Site(String style, String place) {}
}
