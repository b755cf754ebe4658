package dev.rollcall.analyzer.report.chart;

import java.util.List;

/**
 * A chart before it is drawn, and the table of its numbers. Texts may come from a trace. Immutable.
 *
 * @param title what it shows
 * @param sentence what to see in it
 * @param plot what it draws
 * @param columns the titles of the table's columns
 * @param rows the table
 */
record Chart(String title, String sentence, ChartPlot plot, List<String> columns, List<List<String>> rows) {
    Chart {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
