package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows of text under headings, each column as wide as its widest cell; a column without a cell is left out. Not thread-safe. */
final class TextTable {
    private static final String GAP = "  ";

    /** Where the cells of a column begin or end. */
    enum Side {
        LEFT,
        RIGHT
    }

    private record Column(String title, Side side, int most) {}

    private record Row(List<String> cells, UnaryOperator<String> paint, List<String> below) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** Adds a column, whose cells are cut at this many characters. */
    TextTable column(String title, Side side, int most) {
        columns.add(new Column(title, side, most));
        return this;
    }

    /**
     * Adds a row.
     *
     * @param paint colours it
     * @param below lines to print under it as they are
     * @param cells one a column
     */
    void row(UnaryOperator<String> paint, List<String> below, String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(new Row(List.of(cells), paint, below));
    }

    /** Prints the table. The last column takes what the others leave; it gives up what does not fit, but no line number. */
    void print(String indent, TextBlock out) {
        int[] widths = new int[columns.size()];
        int used = indent.length();
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(i);
            used += i == widths.length - 1 || widths[i] == 0 ? 0 : widths[i] + GAP.length();
        }
        int last = widths.length - 1;
        widths[last] = Math.min(widths[last], Math.max(columns.get(last).most(), out.width() - used));
        List<String> titles = columns.stream().map(Column::title).toList();
        out.line(out.ink().faint(indent + line(titles, widths)));
        for (Row row : rows) {
            out.line(row.paint().apply(indent + line(row.cells(), widths)));
            row.below().forEach(out::line);
        }
    }

    /** Returns a column's width; 0 where no row has anything there. */
    private int width(int column) {
        int widest = rows.stream()
                .mapToInt(row -> row.cells().get(column).length())
                .max()
                .orElse(0);
        if (widest == 0) {
            return 0;
        }
        boolean last = column == columns.size() - 1;
        int most = last ? Integer.MAX_VALUE : columns.get(column).most();
        return Math.max(columns.get(column).title().length(), Math.min(widest, most));
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] == 0) {
                continue;
            }
            String cell = i == widths.length - 1
                    ? fitted(cells.get(i), widths[i])
                    : Printable.shortened(cells.get(i), widths[i]);
            String blanks = " ".repeat(widths[i] - cell.length());
            line.append(line.isEmpty() ? "" : GAP);
            line.append(columns.get(i).side() == Side.LEFT ? cell + blanks : blanks + cell);
        }
        return line.toString().stripTrailing();
    }

    /** Returns a number with blanks before it, so many characters wide at least. */
    static String right(long number, int width) {
        String digits = Long.toString(number);
        return " ".repeat(Math.max(0, width - digits.length())) + digits;
    }

    /** Shortens what does not fit, but never by its line number: {@code Train.step (Train.java:41)} gives up its method. */
    static String fitted(String text, int width) {
        int open = text.lastIndexOf(" (");
        if (text.length() <= width || open < 0 || !text.endsWith(")")) {
            return Printable.shortened(text, width);
        }
        String place = text.substring(open + 2, text.length() - 1);
        return place.length() <= width ? place : "…" + place.substring(place.length() - width + 1);
    }
}
