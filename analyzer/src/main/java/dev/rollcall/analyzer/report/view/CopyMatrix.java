package dev.rollcall.analyzer.report.view;

import java.util.List;

/**
 * What became of the copies between the devices of one host: one row a source, one column a destination.
 *
 * @param host the host's name; empty where it is not known, or the job has but one
 * @param devices the columns' titles, such as {@code GPU 1}; all that copied, those of the host's memory last
 * @param rows one a source
 */
public record CopyMatrix(String host, List<String> devices, List<Row> rows) {

    public CopyMatrix {
        devices = List.copyOf(devices);
        rows = List.copyOf(rows);
    }

    /** Returns what the table is of. */
    public String title() {
        return "Copies between GPUs" + (host.isEmpty() ? "" : " on ");
    }

    /** Returns whether any of them arrived wrong. */
    public boolean bad() {
        return rows.stream().flatMap(row -> row.cells().stream()).anyMatch(Cell::bad);
    }

    /**
     * The copies from one device.
     *
     * @param device its name
     * @param cells one a destination
     */
    public record Row(String device, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * The copies from one device to another.
     *
     * @param bad whether any of them arrived wrong
     * @param known whether any of them was verified
     * @param lines what became of them, the worst first; empty where there were none
     */
    public record Cell(boolean bad, boolean known, List<String> lines) {
        public Cell {
            lines = List.copyOf(lines);
        }
    }
}
