package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.program.Layout;
import java.nio.file.Path;
import java.util.List;

/** Checks that jobs are told as what they are. */
final class Told {

    private Told() {}

    static Matrix of(String layout) {
        return Matrix.of(Layout.parse(layout));
    }

    /** Checks that each job of a matrix with a fault is told as what it is, and nobody else blamed. */
    static void assertTold(Fault fault, Matrix matrix, Path temporary) {
        List<Judgement> judgements =
                matrix.cells(fault).stream().map(cell -> cell.judge(temporary)).toList();
        List<Judgement> wrong = judgements.stream()
                .filter(judgement -> !judgement.outcome().holds())
                .toList();
        assertEquals(List.of(), wrong, () -> wrong.size() + " of " + judgements.size() + " are told wrongly");
    }
}
