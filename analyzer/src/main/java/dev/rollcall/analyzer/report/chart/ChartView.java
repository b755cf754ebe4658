package dev.rollcall.analyzer.report.chart;

import java.util.List;

/**
 * A chart as the page shows it: a drawing, and a table of the same numbers. Immutable.
 *
 * @param title what it shows
 * @param sentence what to see in it
 * @param svg the drawing, an SVG element that is safe to print as it is; empty where the host cannot draw
 * @param legend what the colours stand for
 * @param columns the titles of the table's columns
 * @param rows the table
 */
public record ChartView(
        String title,
        String sentence,
        String svg,
        List<LegendEntry> legend,
        List<String> columns,
        List<List<String>> rows) {

    public ChartView {
        legend = List.copyOf(legend);
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * What a colour stands for.
     *
     * @param tone the colour's name in the style sheet
     * @param mark {@code area}, {@code line}, {@code range} or {@code dot}
     * @param text what it stands for
     */
    public record LegendEntry(String tone, String mark, String text) {}
}
