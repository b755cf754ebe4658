package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.view.CopyMatrix;
import dev.rollcall.analyzer.report.view.CopyMatrix.Cell;
import dev.rollcall.analyzer.report.view.CopyMatrix.Row;
import java.util.ArrayList;
import java.util.List;

/** What became of the copies between GPUs as text, one line for each pair that copied, the bad ones first. */
final class TextCopies {
    private static final int MOST = 12;

    private final TextBlock out;
    private final List<String> bad = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    TextCopies(TextBlock out) {
        this.out = out;
    }

    /** Prints nothing where no copies were recorded. */
    void print(List<CopyMatrix> matrices) {
        matrices.forEach(this::add);
        int pairs = bad.size() + others.size();
        if (pairs == 0) {
            return;
        }
        out.heading("Copies between GPUs");
        List<String> all = new ArrayList<>(bad);
        all.addAll(others);
        for (int i = 0; i < Math.min(MOST, pairs); i++) {
            out.labelled("  ", all.get(i), i < bad.size() ? out.ink()::alarm : line -> line);
        }
        if (pairs > MOST) {
            out.line("  … and " + (pairs - MOST) + " more pairs (--html shows more).");
        }
    }

    private void add(CopyMatrix matrix) {
        for (Row row : matrix.rows()) {
            for (int to = 0; to < row.cells().size(); to++) {
                Cell cell = row.cells().get(to);
                if (!cell.lines().isEmpty()) {
                    String where = matrix.host().isEmpty() ? "" : matrix.host() + ", ";
                    String pair =
                            where + row.device() + " → " + matrix.devices().get(to);
                    (cell.bad() ? bad : others).add(pair + ": " + String.join(", ", cell.lines()));
                }
            }
        }
    }
}
