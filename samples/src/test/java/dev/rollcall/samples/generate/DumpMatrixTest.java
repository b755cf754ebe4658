package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.Place;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults are told by PyTorch's dumps alone, as far as those tell of them. */
class DumpMatrixTest {

    @TempDir
    private Path folder;

    private static Matrix dumps(String layout) {
        return Matrix.of(layout).as(Format.PYTORCH);
    }

    @ParameterizedTest
    @EnumSource
    void isToldAtEveryRankOfEight(Fault fault) throws IOException {
        dumps("8x1x1").steps(5, 1, 3).layers(2, 0, 1).everyRank().assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isToldAtEveryRankOfEightInSmallGroups(Fault fault) throws IOException {
        dumps("2x2x2")
                .steps(5, 3)
                .layers(2, 0, 1)
                .everyRank()
                .kinds(Place.Kind.DATA, Place.Kind.WORLD)
                .assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SHORT_LOOP", mode = EnumSource.Mode.EXCLUDE)
    void isToldWhereTheRecordersHaveWrapped(Fault fault) throws IOException {
        int[] steps = fault == Fault.OTHER_REDUCTION ? new int[] {23} : new int[] {12, 23};
        dumps("8x1x1").steps(24, steps).layers(2, 1).ranks(0, 5).slots(64).assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isToldAmong64(Fault fault) throws IOException {
        dumps("4x4x4").steps(3, 2).layers(2, 1).ranks(42).kinds(Place.Kind.DATA).assertTold(fault, folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE"})
    void isToldAmong512(Fault fault) throws IOException {
        dumps("8x8x8").steps(3, 2).ranks(300).kinds(Place.Kind.DATA).assertTold(fault, folder);
    }
}
