package dev.rollcall.analyzer.report.picture;

import java.util.List;

/**
 * The last calls before a job froze, on one time axis: a lane for each class of ranks that behave alike. Positions are pixels.
 *
 * @param caption how to read it, a sentence
 * @param summary the same in words, for a reader who cannot see it
 * @param width of the whole
 * @param height of the whole
 * @param lanes the classes, those of the named ranks first
 * @param ticks the times of the axis
 * @param end where the last event is; behind it the axis is broken
 * @param legend the communicators by colour
 */
public record Timeline(
        String caption,
        String summary,
        int width,
        int height,
        List<Lane> lanes,
        List<Tick> ticks,
        int end,
        List<Hue> legend) {

    /** The height of a lane. */
    public static final int LANE = 22;

    /** The height of what is below the lanes: the times of the axis. */
    static final int BOTTOM = 20;

    public Timeline {
        lanes = List.copyOf(lanes);
        ticks = List.copyOf(ticks);
        legend = List.copyOf(legend);
    }

    /** Returns where the lanes end. */
    public int bottom() {
        return height - BOTTOM;
    }

    /** Returns the baseline of the times. */
    public int baseline() {
        return height - 4;
    }

    /** Returns where the texts of the calls end. */
    public int textEnd() {
        return width - 6;
    }

    /**
     * A class of ranks.
     *
     * @param label the ranks as there is room for
     * @param whole the ranks, and whose calls the lane shows
     * @param named whether the verdict names them
     * @param y of the top edge
     * @param spans the calls of the first of them
     */
    public record Lane(String label, String whole, boolean named, int y, List<Span> spans) {
        public Lane {
            spans = List.copyOf(spans);
        }

        /** Returns the baseline of its texts. */
        public int baseline() {
            return y + LANE / 2 + 4;
        }
    }

    /**
     * A call.
     *
     * @param x of the left edge
     * @param width of it
     * @param style the class of its communicator's colour
     * @param pending whether the rank is still in it
     * @param text how long it has been in it; empty where it completed, or where there is no room
     * @param tip what a pointer shows
     */
    public record Span(int x, int width, String style, boolean pending, String text, String tip) {}

    /** A time of the axis and its position. */
    public record Tick(int x, String text) {}

    /** A communicator's name and the class of its colour. */
    public record Hue(String style, String communicator) {}
}
