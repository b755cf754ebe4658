package dev.rollcall.analyzer.report.chart;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * What a chart draws: marks on two axes, in the order in which they are painted. Immutable.
 *
 * @param x the axis of the positions: the horizontal one, unless it has names
 * @param y the axis of the values
 * @param series the marks
 */
record ChartPlot(Axis x, Axis y, List<Series> series) {

    ChartPlot {
        series = List.copyOf(series);
    }

    /** How the values of an axis are spread, and which ones are round. */
    enum Scale {
        /** Equal distances; round values are powers of ten and their halves and fifths. */
        DECIMAL,
        /** Equal distances of whole numbers. */
        WHOLE,
        /** Equal distances; round values are powers of two. */
        BINARY,
        /** Equal ratios; all values are above 0. */
        LOGARITHMIC,
        /** Names, one below the other, at the positions 0, 1, … */
        NAMES
    }

    /**
     * An axis.
     *
     * @param scale how the values are spread
     * @param least the lowest value that is shown
     * @param most the highest value that is shown, above the lowest
     * @param label returns a value's text
     * @param names the names of the positions; empty for an axis of numbers
     */
    record Axis(Scale scale, double least, double most, DoubleFunction<String> label, List<String> names) {

        Axis {
            names = List.copyOf(names);
        }

        static Axis of(Scale scale, double least, double most, DoubleFunction<String> label) {
            return new Axis(scale, least, most, label, List.of());
        }

        static Axis named(List<String> names) {
            return new Axis(Scale.NAMES, -0.5, names.size() - 0.5, value -> "", names);
        }
    }

    /** How the points of a series are drawn. */
    enum Mark {
        /** The area between the low and the high values. */
        AREA,
        /** A line through the values. */
        LINE,
        /** A bar from the low to the high value. */
        BAR,
        /** A thin line from the low to the high value. */
        RANGE,
        /** A dot at the value. */
        DOT;

        /** Returns the name in classes of the page's style sheet. */
        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What a colour means. Each has a class of the page's style sheet, for light, dark and print. */
    enum Tone {
        NAMED,
        OTHERS,
        INK,
        HUE_1,
        HUE_2,
        HUE_3,
        HUE_4,
        HUE_5,
        HUE_6;

        private static final int HUES = 6;

        /** Returns the colour of the series with this number, from 0: {@link #OTHERS} after the last hue. */
        static Tone hue(int number) {
            return number < HUES ? values()[HUE_1.ordinal() + number] : OTHERS;
        }

        /** Returns the name in classes of the page's style sheet. */
        String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Marks of one kind and colour.
     *
     * @param name what they stand for, for the legend; empty for marks that belong to another series
     * @param mark how they are drawn
     * @param tone their colour
     * @param points in ascending order of their positions
     */
    record Series(String name, Mark mark, Tone tone, List<Point> points) {
        Series {
            points = List.copyOf(points);
        }
    }

    /**
     * One point.
     *
     * @param x its position
     * @param width the width of a bar, in units of the position; 0 for other marks
     * @param low the lowest value
     * @param value the value
     * @param high the highest value
     */
    record Point(double x, double width, double low, double value, double high) {
        static Point of(double x, double value) {
            return new Point(x, 0, value, value, value);
        }
    }
}
