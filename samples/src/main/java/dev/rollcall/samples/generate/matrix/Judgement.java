package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.AnalyzerAnswer;
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
record Judgement(Cell cell, MatrixOutcome outcome, List<String> misses) {

    /** Holds an answer against what is true. */
    static Judgement of(Cell cell, AnalyzerAnswer answer) {
        GroundTruth truth = cell.truth();
        List<String> misses = new ArrayList<>(truth.misses(answer, cell.format().extension()));
        MatrixOutcome outcome = outcome(cell, truth, answer, misses.isEmpty());
        if (!misses.isEmpty()) {
            misses.add("says " + answer.cause() + " " + answer.culprits() + ": " + answer.summary());
        }
        return new Judgement(cell, outcome, misses);
    }

    /** Makes one of a job that could not be judged. */
    static Judgement broken(Cell cell, Exception failed) {
        return new Judgement(cell, MatrixOutcome.BROKEN, List.of(failed.toString()));
    }

    private static MatrixOutcome outcome(Cell cell, GroundTruth truth, AnalyzerAnswer answer, boolean fits) {
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
