package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.report.view.CallGrid;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The calls around a divergence as a table of text; columns that do not fit beside each other go below. */
final class TextGrid {
    private static final int NARROWEST = 14;
    /** A longer title is wrapped, unless the calls below it need the room. */
    private static final int WIDEST_TITLE = 24;

    private static final String GAP = "   ";

    private final CallGrid grid;
    private final TextBlock out;
    private final int margin;

    TextGrid(CallGrid grid, TextBlock out) {
        this.grid = grid;
        this.out = out;
        int longest =
                grid.rows().stream().mapToInt(row -> row.label().length()).max().orElse(0);
        this.margin = Math.max(4, longest) + 4;
    }

    void print() {
        int room = out.width() - margin;
        for (int from = 0; from < grid.columns().size(); ) {
            int to = from + 1;
            int used = width(from, room);
            while (to < grid.columns().size() && used + GAP.length() + width(to, room) <= room) {
                used += GAP.length() + width(to, room);
                to++;
            }
            if (from > 0) {
                out.line("");
            }
            print(from, to, room);
            from = to;
        }
        if (!grid.omitted().isEmpty()) {
            out.paragraph("  ", "Not shown: " + RankText.describe(grid.omitted()) + ".");
        }
        if (!grid.unread().isEmpty()) {
            out.paragraph("  ", "Not read: " + RankText.describe(grid.unread()) + ".");
        }
    }

    /** The room a column takes: what it holds, but never more than half, so that two always stand side by side. */
    private int width(int column, int room) {
        int widest = Math.max(
                NARROWEST,
                Math.min(WIDEST_TITLE, grid.columns().get(column).title().length()));
        for (CallGrid.Row row : grid.rows()) {
            Cell cell = row.cells().get(column);
            widest =
                    Math.max(widest, Math.max(cell.call().length(), cell.place().length()));
        }
        return Math.min(widest, (room - GAP.length()) / 2);
    }

    private void print(int from, int to, int room) {
        titles(from, to, room);
        for (CallGrid.Row row : grid.rows()) {
            String number = " ".repeat(margin - 4 - row.label().length()) + row.label();
            String label = row.divergent() ? "» " + number : "  " + number;
            line(row, from, to, room, row.divergent() ? out.ink().alarm(label) + "  " : label + "  ", Cell::call);
            line(row, from, to, room, " ".repeat(margin), Cell::place);
            line(row, from, to, room, " ".repeat(margin), Cell::state);
        }
    }

    /** Prints whose calls the columns hold; many ranks take several lines. */
    private void titles(int from, int to, int room) {
        List<List<String>> titles = new ArrayList<>();
        for (int i = from; i < to; i++) {
            titles.add(LineWrap.wrap(grid.columns().get(i).title(), width(i, room)));
        }
        int height = titles.stream().mapToInt(List::size).max().orElse(0);
        for (int row = 0; row < height; row++) {
            List<String> cells = new ArrayList<>();
            for (int i = from; i < to; i++) {
                List<String> title = titles.get(i - from);
                cells.add(out.ink().strong(pad(row < title.size() ? title.get(row) : "", width(i, room))));
            }
            out.line("  " + out.ink().faint(pad(row == 0 ? "call" : "", margin - 2)) + String.join(GAP, cells));
        }
    }

    private void line(CallGrid.Row row, int from, int to, int room, String label, Function<Cell, String> part) {
        StringBuilder line = new StringBuilder(label);
        boolean empty = true;
        for (int i = from; i < to; i++) {
            Cell cell = row.cells().get(i);
            String text = pad(TextTable.fitted(part.apply(cell), width(i, room)), width(i, room));
            empty &= text.isBlank();
            line.append(i > from ? GAP : "");
            line.append(
                    cell.marked()
                            ? out.ink().alarm(text)
                            : cell.made() ? text : out.ink().faint(text));
        }
        if (!empty || !label.isBlank()) {
            out.line(line.toString());
        }
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
