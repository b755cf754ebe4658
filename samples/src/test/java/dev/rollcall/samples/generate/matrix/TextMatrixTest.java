package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.WaitPolicy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults in jobs of which only texts, or some of the files, are at hand: no verdict names an innocent rank. */
class TextMatrixTest {

    @TempDir
    private Path folder;

    private void assertNoneWrong(FaultMatrix matrix) {
        for (Fault fault : Fault.values()) {
            List<MatrixResult> wrong = matrix.jobs(fault).stream()
                    .map(job -> job.analyze(folder))
                    .filter(result -> result.outcome() == MatrixOutcome.WRONG)
                    .toList();
            assertEquals(List.of(), wrong, fault::id);
        }
    }

    private static FaultMatrix small(String layout, String files) {
        return MatrixAssertions.layout(layout).as(AvailableFiles.parse(files)).steps(3, 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console",
                "detail",
                "ras",
                "ras-json",
                "stacks",
                "console+stacks",
                "console+ras",
                "console+pytorch",
                "pytorch+stacks",
                "ras-json+stacks",
                "console+pytorch+ras+stacks"
            })
    void accuseNoInnocentRank(String files) {
        assertNoneWrong(small("4x1x1", files).ranks(0, 2));
        assertNoneWrong(small("2x1x2", files).ranks(0, 3));
        assertNoneWrong(small("2x2x1", files).ranks(1, 2).waiting(WaitPolicy.STEPS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"console", "detail", "stacks", "console+stacks", "console+pytorch", "ras-json+stacks"})
    void accuseNoInnocentRankWhereOnesPartIsDamaged(String files) {
        assertNoneWrong(small("4x1x1", files)
                .ranks(0, 3)
                .kinds(FaultPlace.Kind.DATA, FaultPlace.Kind.WORLD)
                .damaged());
        assertNoneWrong(
                small("2x2x1", files).ranks(1, 2).kinds(FaultPlace.Kind.DATA).damaged());
    }
}
