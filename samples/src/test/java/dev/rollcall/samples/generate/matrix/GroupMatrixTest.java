package dev.rollcall.samples.generate.matrix;

import static dev.rollcall.samples.generate.matrix.MatrixAssertions.assertNamed;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults in jobs with one data group of 2 to 512 ranks. */
class GroupMatrixTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void namesEveryRankOfSmallGroups(Fault fault) {
        for (String layout : List.of("2x1x1", "3x1x1")) {
            for (WaitPolicy waits : WaitPolicy.values()) {
                FaultMatrix matrix = MatrixAssertions.layout(layout)
                        .steps(8, 2, 8)
                        .kinds(FaultPlace.Kind.DATA)
                        .everyRank()
                        .waiting(waits);
                assertNamed(fault, matrix, folder);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesEveryRankOfEight(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("8x1x1").steps(4, 1, 3).layers(2, 0, 1).everyRank(),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheCulpritWhereRingsWrapped(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("8x1x1")
                        .steps(24, 12, 23)
                        .layers(2, 1)
                        .ranks(0, 5)
                        .keeping(RingSizes.of(64)),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheCulpritInAGroupOf64(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("64x1x1").steps(3, 2).layers(2, 1).ranks(0, 31, 63),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "EXTRA_ALIKE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE", "GROUP_ORDER"})
    void namesTheCulpritInAGroupOf512(Fault fault) {
        assertNamed(
                fault, MatrixAssertions.layout("512x1x1").steps(3, 2).ranks(300).kinds(FaultPlace.Kind.DATA), folder);
    }
}
