package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.program.Layout;
import java.nio.file.Path;
import java.util.List;

/** Checks the verdicts about all jobs of a matrix. */
final class MatrixAssertions {

    private MatrixAssertions() {}

    static FaultMatrix layout(String layout) {
        return FaultMatrix.of(Layout.parse(layout));
    }

    /** Fails if a verdict is wrong, or says less than the evidence shows. */
    static void assertNamed(Fault fault, FaultMatrix matrix, Path temporary) {
        List<MatrixResult> results =
                matrix.jobs(fault).stream().map(job -> job.analyze(temporary)).toList();
        List<MatrixResult> missed =
                results.stream().filter(result -> !result.misses().isEmpty()).toList();
        assertEquals(List.of(), missed, () -> missed.size() + " of " + results.size() + " verdicts miss the truth");
    }
}
