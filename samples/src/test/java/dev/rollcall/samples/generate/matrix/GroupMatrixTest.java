package dev.rollcall.samples.generate.matrix;

import static dev.rollcall.samples.generate.matrix.MatrixAssertions.assertTold;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In groups of 8, 64 and 512 ranks every fault is told as what it is, and nobody else is blamed. */
class GroupMatrixTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void isToldAtEveryRankOfEight(Fault fault) {
        assertTold(
                fault,
                MatrixAssertions.of("8x1x1").steps(4, 1, 3).layers(2, 0, 1).everyRank(),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereTheRingsHaveWrapped(Fault fault) {
        assertTold(
                fault,
                MatrixAssertions.of("8x1x1")
                        .steps(24, 12, 23)
                        .layers(2, 1)
                        .ranks(0, 5)
                        .keeping(RingSizes.of(64)),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldInAGroupOf64(Fault fault) {
        assertTold(fault, MatrixAssertions.of("64x1x1").steps(3, 2).layers(2, 1).ranks(0, 31, 63), folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "EXTRA_ALIKE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE", "GROUP_ORDER"})
    void isToldInAGroupOf512(Fault fault) {
        assertTold(fault, MatrixAssertions.of("512x1x1").steps(3, 2).ranks(300).kinds(FaultPlace.Kind.DATA), folder);
    }
}
