package dev.rollcall.samples.generate.matrix;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Prints the number of jobs by outcome, row by row, then the jobs with misses. For one thread. */
final class MatrixTable {
    private final PrintStream out;
    private final Map<MatrixOutcome, Integer> totals = new EnumMap<>(MatrixOutcome.class);
    private final List<MatrixResult> missed = new ArrayList<>();
    private final List<Integer> suspects = new ArrayList<>();

    /** Prints the head of the table. */
    MatrixTable(PrintStream out) {
        this.out = out;
        StringBuilder head = new StringBuilder("| layout | files | variant | jobs |");
        StringBuilder rule = new StringBuilder("| --- | --- | --- | ---: |");
        for (MatrixOutcome outcome : MatrixOutcome.values()) {
            head.append(' ').append(outcome.id()).append(" |");
            rule.append(" ---: |");
        }
        out.println(head);
        out.println(rule);
    }

    /** Prints a row. */
    void row(MatrixOptions.Row row, List<MatrixResult> results) {
        Map<MatrixOutcome, Integer> counts = new EnumMap<>(MatrixOutcome.class);
        for (MatrixResult result : results) {
            counts.merge(result.outcome(), 1, Integer::sum);
            totals.merge(result.outcome(), 1, Integer::sum);
            if (result.suspects() > 0) {
                suspects.add(result.suspects());
            }
            if (!result.misses().isEmpty()) {
                missed.add(result);
            }
        }
        print(row.layout() + " | " + row.files() + " | " + row.variant().id(), counts);
    }

    /** Prints the totals, the length of the suspect lists, and each job with misses as the command that generates it. */
    void end() {
        print("all | |", totals);
        if (!suspects.isEmpty()) {
            Collections.sort(suspects);
            out.println();
            out.println("Suspect lists: " + suspects.size() + ", median length " + suspects.get(suspects.size() / 2)
                    + ", longest " + suspects.get(suspects.size() - 1) + ".");
        }
        for (MatrixResult result : missed) {
            out.println();
            out.println(result.outcome().id() + ": samples/generate " + result.job() + " --out JOB");
            result.misses().forEach(miss -> out.println("  " + miss));
        }
    }

    /** Returns whether a verdict was wrong. */
    boolean anyWrong() {
        return totals.containsKey(MatrixOutcome.WRONG);
    }

    private void print(String name, Map<MatrixOutcome, Integer> counts) {
        int jobs = counts.values().stream().mapToInt(Integer::intValue).sum();
        StringBuilder row = new StringBuilder("| " + name + " | " + jobs + " |");
        for (MatrixOutcome outcome : MatrixOutcome.values()) {
            row.append(' ').append(counts.getOrDefault(outcome, 0)).append(" |");
        }
        out.println(row);
        out.flush();
    }
}
