package dev.rollcall.samples.generate.matrix;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints how many jobs of a matrix were told rightly, row by row, and those that were not. For one thread. */
final class MatrixTable {
    private static final String HEAD =
            "| layout | format | variant | jobs | right | of these left open | silent | other cause | innocents | broken |";

    private final PrintStream out;
    private final Map<MatrixOutcome, Integer> all = new EnumMap<>(MatrixOutcome.class);
    private final List<MatrixResult> wrong = new ArrayList<>();

    MatrixTable(PrintStream out) {
        this.out = out;
        out.println(HEAD);
        out.println("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    }

    /** Prints a row. */
    void row(MatrixOptions.Row row, List<MatrixResult> judgements) {
        Map<MatrixOutcome, Integer> counts = new EnumMap<>(MatrixOutcome.class);
        for (MatrixResult judgement : judgements) {
            counts.merge(judgement.outcome(), 1, Integer::sum);
            all.merge(judgement.outcome(), 1, Integer::sum);
            if (!judgement.outcome().holds()) {
                wrong.add(judgement);
            }
        }
        print(row.layout() + " | " + row.format().id() + " | " + row.variant().id(), counts);
    }

    /** Prints the sums, and each job that was told wrongly with the command that makes it. */
    void end() {
        print("all | |", all);
        for (MatrixResult judgement : wrong) {
            out.println();
            out.println(judgement.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": samples/generate "
                    + judgement.cell() + " --out JOB");
            judgement.misses().forEach(miss -> out.println("  " + miss));
        }
    }

    /** Returns whether every job was told rightly. */
    boolean allRight() {
        return wrong.isEmpty();
    }

    private void print(String name, Map<MatrixOutcome, Integer> counts) {
        int jobs = counts.values().stream().mapToInt(Integer::intValue).sum();
        int open = counts.getOrDefault(MatrixOutcome.OPEN, 0);
        int right = counts.getOrDefault(MatrixOutcome.RIGHT, 0) + open;
        StringBuilder row = new StringBuilder("| " + name + " | " + jobs + " | " + right + " | " + open);
        for (MatrixOutcome outcome : new MatrixOutcome[] {
            MatrixOutcome.SILENT, MatrixOutcome.OTHER_CAUSE, MatrixOutcome.INNOCENT, MatrixOutcome.BROKEN
        }) {
            row.append(" | ").append(counts.getOrDefault(outcome, 0));
        }
        out.println(row.append(" |"));
        out.flush();
    }
}
