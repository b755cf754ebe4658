package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.report.view.CallGrid;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import dev.rollcall.analyzer.report.view.CallGrid.Row;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Puts the calls of the named ranks where the cause says that they belong. A rank that is blocked in its first wrong call makes no
 * further one, so the grid can only put it beside the others' call of the same number.
 */
final class CallPlacement {
    private static final Cell BLANK = Cell.without("", "");
    private static final Cell GAP = Cell.without(CallGrid.GAP, "");

    private final CallGrid grid;
    private final List<Row> rows;
    private final int at;

    private CallPlacement(CallGrid grid, int at) {
        this.grid = grid;
        this.rows = grid.rows();
        this.at = at;
    }

    /** Returns the rows of a grid as the cause of its finding pairs them. */
    static List<Row> rows(CallGrid grid, Cause cause) {
        int at = IntStream.range(0, grid.rows().size())
                .filter(i -> grid.rows().get(i).divergent())
                .findFirst()
                .orElse(-1);
        CallPlacement placement = new CallPlacement(grid, at);
        if (at < 0 || grid.pointToPoint() || !placement.contradictory()) {
            return grid.rows();
        }
        return switch (cause) {
            case EXTRA_COLLECTIVE -> placement.apart();
            case SKIPPED_COLLECTIVE -> placement.later(true);
            case SHORT_LOOP -> placement.later(false);
            default -> grid.rows();
        };
    }

    /** Returns whether named ranks and others made a call in the row of the divergence. */
    private boolean contradictory() {
        return !rows.get(at).extra()
                && columns(true).anyMatch(column -> cell(at, column).made())
                && columns(true).allMatch(column -> cell(at, column).made())
                && columns(false).anyMatch(column -> cell(at, column).made());
    }

    private IntStream columns(boolean named) {
        return IntStream.range(0, grid.columns().size())
                .filter(column -> grid.columns().get(column).named() == named);
    }

    private Cell cell(int row, int column) {
        return rows.get(row).cells().get(column);
    }

    /** Returns whether the calls of the named ranks from a row on are those of others, some rows later or earlier. */
    private boolean fits(int from, int later) {
        return IntStream.range(from, rows.size())
                .filter(row -> row + later < rows.size())
                .allMatch(row -> columns(true)
                        .filter(column -> cell(row, column).made())
                        .allMatch(column -> columns(false)
                                        .noneMatch(other ->
                                                cell(row + later, other).made())
                                || columns(false)
                                        .anyMatch(other -> cell(row + later, other)
                                                .call()
                                                .equals(cell(row, column).call()))));
    }

    /** Returns the rows with the wrong call in one of its own, before the others' call. */
    private List<Row> apart() {
        if (!fits(at + 1, -1)) {
            return rows;
        }
        List<Row> placed = new ArrayList<>(rows.subList(0, at));
        placed.add(row(0, true, true, at, -1));
        for (int i = at; i < rows.size(); i++) {
            placed.add(row(rows.get(i).sequence(), rows.get(i).extra(), false, i + 1, i));
        }
        return placed;
    }

    /**
     * Returns the rows with the calls beside the others' equal ones.
     *
     * @param proven whether a call is put behind all of the others' calls where they have not made an equal one
     */
    private List<Row> later(boolean proven) {
        boolean blocked = proven
                && columns(true)
                        .allMatch(column -> IntStream.range(at + 1, rows.size())
                                .noneMatch(row -> cell(row, column).made()));
        int end = rows.size() - at;
        int by = IntStream.range(1, end)
                .filter(later ->
                        columns(false).anyMatch(other -> cell(at + later, other).made()) && fits(at, later))
                .findFirst()
                .orElse(blocked ? end : 0);
        if (by == 0) {
            return rows;
        }
        List<Row> placed = new ArrayList<>(rows.subList(0, at));
        for (int i = at; i < rows.size() + (by == end ? 1 : 0); i++) {
            boolean known = i < rows.size();
            placed.add(
                    row(known ? rows.get(i).sequence() : 0, known && rows.get(i).extra(), i == at, i - by, i, by));
        }
        return placed;
    }

    /** Returns the cell of a row for the row of a call, with its own number where that is another one. */
    private Cell placed(int row, int column, long sequence) {
        long own = rows.get(row).sequence();
        return own == sequence ? cell(row, column) : cell(row, column).numbered(own);
    }

    /** Makes a row of the named ranks' cells of one row and the others' of another; there are gaps where either is -1. */
    private Row row(long sequence, boolean extra, boolean divergent, int named, int others) {
        List<Cell> cells = new ArrayList<>();
        for (int column = 0; column < grid.columns().size(); column++) {
            boolean blamed = grid.columns().get(column).named();
            int from = blamed ? named : others;
            cells.add(from < 0 ? GAP : from >= rows.size() ? BLANK : placed(from, column, sequence));
        }
        return new Row(sequence, extra, divergent, cells);
    }

    /** Makes a row of calls that are moved by some rows; what the move leaves open is skipped, as far as the others show it. */
    private Row row(long sequence, boolean extra, boolean divergent, int named, int others, int by) {
        List<Cell> cells = new ArrayList<>();
        boolean shown = by < rows.size() - at;
        for (int column = 0; column < grid.columns().size(); column++) {
            if (!grid.columns().get(column).named()) {
                cells.add(others < rows.size() ? cell(others, column) : BLANK);
            } else if (named >= at) {
                cells.add(placed(named, column, sequence).marked(divergent));
            } else {
                cells.add(shown || divergent ? GAP : BLANK);
            }
        }
        return new Row(sequence, extra, divergent, cells);
    }
}
