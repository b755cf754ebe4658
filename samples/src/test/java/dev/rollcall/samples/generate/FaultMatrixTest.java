package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.Place;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In groups of 8, 64 and 512 ranks every fault is told as what it is, and nobody else is blamed. */
class FaultMatrixTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void isToldAtEveryRankOfEight(Fault fault) throws IOException {
        Matrix.of("8x1x1").steps(6, 1, 3, 6).layers(2, 0, 1).everyRank().assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereTheRingsHaveWrapped(Fault fault) throws IOException {
        // Nothing hangs where reductions differ, so that what differed long ago is overwritten.
        int[] steps = fault == Fault.OTHER_REDUCTION ? new int[] {23} : new int[] {12, 23};
        Matrix.of("8x1x1").steps(24, steps).layers(2, 1).ranks(0, 5).slots(64).assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldInAGroupOf64(Fault fault) throws IOException {
        Matrix.of("64x1x1").steps(3, 2).layers(2, 1).ranks(0, 31, 63).assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "EXTRA_ALIKE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE", "GROUP_ORDER"})
    void isToldInAGroupOf512(Fault fault) throws IOException {
        Matrix.of("512x1x1").steps(3, 2).ranks(300).kinds(Place.Kind.DATA).assertTold(fault, folder);
    }
}
