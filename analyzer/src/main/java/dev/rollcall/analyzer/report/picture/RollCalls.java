package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.report.picture.RollCall.Cell;
import dev.rollcall.analyzer.report.picture.RollCall.Head;
import dev.rollcall.analyzer.report.picture.RollCall.Kind;
import dev.rollcall.analyzer.report.picture.RollCall.Row;
import dev.rollcall.analyzer.report.picture.RollCall.Site;
import dev.rollcall.analyzer.report.view.CallGrid;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Draws the {@link RollCall} of the calls around a finding. */
public final class RollCalls {
    private static final int WIDEST_LABEL = 230;
    private static final int CELL = 108;
    private static final int HEIGHT = 38;
    private static final int GAP = 4;
    private static final int TOP = 24;
    private static final int FONT = 12;

    private final CallGrid grid;
    private final List<CallGrid.Row> calls;
    private final boolean skipped;
    private final int label;
    private final Map<Integer, WaitClass> waits;
    private final Map<String, String> hues = new LinkedHashMap<>();

    private RollCalls(CallGrid grid, Finding finding, WaitMap waits) {
        this.grid = grid;
        this.calls = CallPlacement.rows(grid, finding.cause());
        this.skipped = finding.cause() == Cause.SKIPPED_COLLECTIVE;
        this.label = 14
                + grid.columns().stream()
                        .mapToInt(column -> Math.min(WIDEST_LABEL, TextWidth.of(column.title(), FONT)))
                        .max()
                        .orElse(0);
        this.waits = waits.byRank();
    }

    /**
     * Returns the pictures of some grids; of none in which no call is shown.
     *
     * @param finding what the grids are about
     * @param waits how long its ranks have waited
     */
    public static List<RollCall> of(List<CallGrid> grids, Finding finding, WaitMap waits) {
        return grids.stream()
                .filter(grid -> grid.rows().stream()
                        .flatMap(row -> row.cells().stream())
                        .anyMatch(CallGrid.Cell::made))
                .map(grid -> new RollCalls(grid, finding, waits).draw())
                .toList();
    }

    private RollCall draw() {
        colour();
        List<Head> heads = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            CallGrid.Row row = calls.get(i);
            heads.add(new Head(x(i) + CELL / 2, row.extra() ? "extra" : row.label(), row.divergent()));
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < grid.columns().size(); i++) {
            CallGrid.Column column = grid.columns().get(i);
            int y = TOP + i * (HEIGHT + GAP);
            List<Cell> cells = new ArrayList<>();
            boolean stopped = false;
            for (int at = 0; at < calls.size(); at++) {
                Cell cell = cell(column, calls.get(at), i, x(at), y, stopped);
                stopped |= cell.kind() == Kind.MISSING;
                cells.add(cell);
            }
            rows.add(new Row(
                    column.ranks(),
                    TextWidth.fit(column.title(), WIDEST_LABEL, FONT),
                    column.title(),
                    column.named(),
                    y + HEIGHT / 2 + 4,
                    cells));
        }
        boolean moved = calls.stream()
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> !cell.own().isEmpty());
        List<Site> legend = new ArrayList<>();
        hues.forEach((place, style) -> legend.add(new Site(style, place)));
        return new RollCall(
                grid.communicator(),
                "A column is one call, a row ranks that made the same calls; the colour is the line of code."
                        + (moved ? " A number in brackets is the call's own on these ranks." : ""),
                summary(rows),
                x(calls.size()),
                TOP + rows.size() * (HEIGHT + GAP),
                heads,
                rows,
                legend,
                marks(rows));
    }

    private static List<Site> marks(List<Row> rows) {
        List<Cell> cells = rows.stream().flatMap(row -> row.cells().stream()).toList();
        List<Site> marks = new ArrayList<>();
        if (cells.stream().anyMatch(cell -> cell.kind() == Kind.SKIPPED)) {
            marks.add(new Site("p-skipped", "skipped: these ranks made no such call, and went on"));
        }
        if (cells.stream().anyMatch(cell -> cell.kind() == Kind.MISSING && cell.marked())) {
            marks.add(new Site("p-missing", "these ranks stopped before the call"));
        }
        if (cells.stream().anyMatch(Cell::waiting)) {
            marks.add(new Site("p-pending", "not completed, with the time of the wait"));
        }
        return marks;
    }

    private int x(int column) {
        return label + column * (CELL + GAP);
    }

    /** Gives each line of code a colour; the most frequent ones first, and grey to what is left. */
    private void colour() {
        Map<String, Integer> counts = new HashMap<>();
        List<String> order = new ArrayList<>();
        for (CallGrid.Row row : calls) {
            for (CallGrid.Cell cell : row.cells()) {
                if (cell.made() && counts.merge(cell.place(), 1, Integer::sum) == 1) {
                    order.add(cell.place());
                }
            }
        }
        order.remove("");
        List<String> frequent = order.stream()
                .sorted((one, other) -> counts.get(other) - counts.get(one))
                .limit(Hues.COUNT)
                .toList();
        order.stream().filter(frequent::contains).forEach(place -> hues.put(place, Hues.style(hues.size())));
    }

    private Cell cell(CallGrid.Column column, CallGrid.Row row, int index, int x, int y, boolean stopped) {
        CallGrid.Cell cell = row.cells().get(index);
        Kind kind = kind(cell, row, column, stopped);
        String upper = switch (kind) {
            case CALL, EXTRA -> operation(cell.call()) + (cell.own().isEmpty() ? "" : " (" + cell.own() + ")");
            case SKIPPED -> "skipped";
            case GAP -> "";
            case MISSING, UNSEEN -> cell.call();
        };
        String lower = switch (kind) {
            case CALL, EXTRA -> line(cell);
            case SKIPPED -> skippedLine(row);
            default -> "";
        };
        String age = cell.waiting() ? waited(column.ranks()) : "";
        if (cell.waiting()) {
            String waits = age.isEmpty() ? "waits" : "for " + age;
            lower = lower.isEmpty() ? waits : lower + " " + waits;
        }
        String style = kind == Kind.CALL || kind == Kind.EXTRA
                ? hues.getOrDefault(cell.place(), Hues.OTHER)
                : "p-" + kind.name().toLowerCase(Locale.ROOT);
        return new Cell(
                x,
                y,
                CELL,
                HEIGHT,
                kind,
                style,
                TextWidth.fit(upper, CELL - 8, FONT),
                TextWidth.fit(lower, CELL - 6, FONT),
                cell.waiting(),
                cell.marked() && kind != Kind.UNSEEN || kind == Kind.EXTRA,
                tip(column, row, cell, kind));
    }

    /** Returns what a cell is; a rank that stopped skips nothing. */
    private Kind kind(CallGrid.Cell cell, CallGrid.Row row, CallGrid.Column column, boolean stopped) {
        if (cell.made()) {
            return row.extra() && column.named() ? Kind.EXTRA : Kind.CALL;
        }
        boolean mayBeSkipped = column.named()
                && !stopped
                && !row.extra()
                && row.cells().stream().anyMatch(CallGrid.Cell::made);
        return switch (cell.call()) {
            case CallGrid.GAP -> mayBeSkipped && !grid.pointToPoint() ? Kind.SKIPPED : Kind.GAP;
            case CallGrid.NO_CALL -> mayBeSkipped && skipped && row.divergent() ? Kind.SKIPPED : Kind.MISSING;
            case "" -> Kind.GAP;
            case CallGrid.NEVER_JOINED -> Kind.MISSING;
            default -> Kind.UNSEEN;
        };
    }

    /** Returns a call without its arguments. */
    private static String operation(String call) {
        int open = call.indexOf('(');
        return open < 0 ? call : call.substring(0, open);
    }

    private static String line(CallGrid.Cell cell) {
        return cell.site() == null || cell.site().line() <= 0
                ? ""
                : ":" + cell.site().line();
    }

    /** Returns the line of the call that was left out, as the others made it. */
    private static String skippedLine(CallGrid.Row row) {
        return row.cells().stream()
                .filter(CallGrid.Cell::made)
                .findFirst()
                .map(RollCalls::line)
                .orElse("");
    }

    /** Returns {@code 37 s} or {@code ≥ 37 s}, for which a cell has room. */
    private String waited(List<Integer> ranks) {
        return ranks.stream()
                .map(waits::get)
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(WaitClass::waited))
                .map(each -> each.waitedText("≥ "))
                .orElse("");
    }

    private static String tip(CallGrid.Column column, CallGrid.Row row, CallGrid.Cell cell, Kind kind) {
        String what = switch (kind) {
            case CALL -> cell.call();
            case EXTRA -> "extra: " + cell.call();
            case SKIPPED -> "skipped";
            case GAP -> "not called";
            case MISSING, UNSEEN -> cell.call();
        };
        return column.title() + (row.label().isEmpty() || !cell.own().isEmpty() ? "" : ", call " + row.label()) + ": "
                + what
                + (cell.place().isEmpty() ? "" : " at " + cell.place())
                + (cell.state().isEmpty() ? "" : "; " + cell.state());
    }

    private static String summary(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            row.cells().stream()
                    .filter(cell -> cell.marked() || cell.waiting())
                    .forEach(cell -> text.append(cell.tip()).append(". "));
        }
        return text.toString().strip();
    }
}
