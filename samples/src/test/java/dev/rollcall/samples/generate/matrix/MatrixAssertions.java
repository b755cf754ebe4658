package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.program.Layout;
import java.nio.file.Path;
import java.util.List;

/** Checks that jobs are told as what they are. */
final class MatrixAssertions {

    private MatrixAssertions() {}

    static FaultMatrix of(String layout) {
        return FaultMatrix.of(Layout.parse(layout));
    }

    /** Checks that each job of a matrix with a fault is told as what it is, and nobody else blamed. */
    static void assertTold(Fault fault, FaultMatrix matrix, Path temporary) {
        List<MatrixResult> judgements =
                matrix.cells(fault).stream().map(cell -> cell.judge(temporary)).toList();
        List<MatrixResult> wrong = judgements.stream()
                .filter(judgement -> !judgement.outcome().holds())
                .toList();
        assertEquals(List.of(), wrong, () -> wrong.size() + " of " + judgements.size() + " are told wrongly");
    }
}
