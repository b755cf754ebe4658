package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.fault.GroundTruth;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict about one job of a matrix, compared to the ground truth.
 *
 * @param job the job
 * @param outcome how the verdict compares
 * @param suspects how many suspects the verdict has
 * @param misses where the verdict says less or other than the evidence shows, one line per point; empty if nowhere
 */
record MatrixResult(MatrixJob job, MatrixOutcome outcome, int suspects, List<String> misses) {

    /** Compares an analyzer's answer to the ground truth. */
    static MatrixResult of(MatrixJob job, AnalyzerResult answer) {
        GroundTruth truth = job.truth();
        List<String> misses =
                new ArrayList<>(truth.misses(answer, job.evidence().extension()));
        MatrixOutcome outcome = outcome(job, answer, misses.isEmpty());
        if (misses.isEmpty() && (outcome == MatrixOutcome.WRONG || outcome == MatrixOutcome.MISLED)) {
            misses.add("suspects: expected none, or " + truth.culprits());
        }
        if (!misses.isEmpty()) {
            misses.add("says " + answer.cause() + " " + answer.culprits() + ", suspects " + answer.suspects() + ": "
                    + answer.summary());
        }
        return new MatrixResult(job, outcome, answer.suspects().size(), misses);
    }

    /** Makes the result of a job that could not be generated or analyzed. */
    static MatrixResult failed(MatrixJob job, Exception reason) {
        return new MatrixResult(job, MatrixOutcome.WRONG, 0, List.of(reason.toString()));
    }

    private static MatrixOutcome outcome(MatrixJob job, AnalyzerResult answer, boolean correct) {
        GroundTruth truth = job.truth();
        List<Integer> culprits = truth.culprits().get(0);
        // Of a straggler both are true: nothing is wrong yet, and this rank is late.
        List<Integer> faulty = List.of(job.scenario().place().rank());
        if (!answer.suspects().isEmpty()) {
            List<Integer> guilty = truth.culprits().contains(faulty) ? faulty : culprits;
            if (guilty.isEmpty() || !answer.suspects().containsAll(guilty)) {
                return correct && answer.culprits().isEmpty() && !job.showsAll()
                        ? MatrixOutcome.MISLED
                        : MatrixOutcome.WRONG;
            }
        }
        if (correct && (answer.culprits().equals(culprits) || answer.culprits().equals(faulty))) {
            return MatrixOutcome.NAMED;
        }
        boolean open = answer.culprits().isEmpty()
                && !culprits.isEmpty()
                && (truth.verdicts().contains(answer.verdict())
                        || answer.verdict().equals("inconclusive"));
        if (open && !answer.suspects().isEmpty()) {
            return MatrixOutcome.SUSPECTED;
        }
        return correct || open ? MatrixOutcome.LEFT_OPEN : MatrixOutcome.WRONG;
    }
}
