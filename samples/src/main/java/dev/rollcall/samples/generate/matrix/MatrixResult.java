package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.fault.GroundTruth;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of one job of a matrix.
 *
 * @param cell the job
 * @param outcome how the answer stands to the truth
 * @param misses how it misses the truth, and what it says; empty if it does not miss it
 */
record MatrixResult(MatrixJob cell, MatrixOutcome outcome, List<String> misses) {

    /** Holds an answer against what is true. */
    static MatrixResult of(MatrixJob cell, AnalyzerResult answer) {
        GroundTruth truth = cell.truth();
        List<String> misses = new ArrayList<>(truth.misses(answer, cell.format().extension()));
        MatrixOutcome outcome = outcome(cell, truth, answer, misses.isEmpty());
        if (!misses.isEmpty()) {
            misses.add("says " + answer.cause() + " " + answer.culprits() + ": " + answer.summary());
        }
        return new MatrixResult(cell, outcome, misses);
    }

    /** Makes one of a job that could not be judged. */
    static MatrixResult broken(MatrixJob cell, Exception failed) {
        return new MatrixResult(cell, MatrixOutcome.BROKEN, List.of(failed.toString()));
    }

    private static MatrixOutcome outcome(MatrixJob cell, GroundTruth truth, AnalyzerResult answer, boolean fits) {
        List<Integer> named = answer.culprits();
        if (fits) {
            return truth.culprits().get(0).equals(named) ? MatrixOutcome.RIGHT : MatrixOutcome.OPEN;
        }
        if (truth.culprits().contains(named)) {
            return MatrixOutcome.OTHER_CAUSE;
        }
        return named.isEmpty() ? MatrixOutcome.SILENT : MatrixOutcome.INNOCENT;
    }

    @Override
    public String toString() {
        return outcome + " " + cell + (misses.isEmpty() ? "" : ": " + String.join("; ", misses));
    }
}
