package dev.rollcall.samples.generate.matrix;

import static dev.rollcall.samples.generate.matrix.MatrixAssertions.assertTold;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults are told by PyTorch's dumps alone, as far as those tell of them. */
class DumpMatrixTest {

    @TempDir
    private Path folder;

    private static FaultMatrix dumps(String layout) {
        return MatrixAssertions.of(layout).as(EvidenceFormat.PYTORCH);
    }

    @ParameterizedTest
    @EnumSource
    void isToldAtEveryRankOfEight(Fault fault) {
        assertTold(fault, dumps("8x1x1").steps(4, 3).layers(2, 0, 1).everyRank(), folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isToldAtEveryRankOfEightInSmallGroups(Fault fault) {
        assertTold(
                fault,
                dumps("2x2x2")
                        .steps(4, 3)
                        .layers(2, 0, 1)
                        .everyRank()
                        .kinds(FaultPlace.Kind.DATA, FaultPlace.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereTheRecordersHaveWrapped(Fault fault) {
        assertTold(
                fault, dumps("8x1x1").steps(24, 12, 23).layers(2, 1).ranks(0, 5).keeping(RingSizes.of(64)), folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isToldAmong64(Fault fault) {
        assertTold(fault, dumps("4x4x4").steps(3, 2).layers(2, 1).ranks(42).kinds(FaultPlace.Kind.DATA), folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE"})
    void isToldAmong512(Fault fault) {
        assertTold(fault, dumps("8x8x8").steps(3, 2).ranks(300).kinds(FaultPlace.Kind.DATA), folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereTheRecordersHaveWrappedAtDifferentPlaces(Fault fault) {
        assertTold(
                fault,
                dumps("2x2x2").steps(24, 23).layers(2, 0, 1).ranks(0, 5).keeping(RingSizes.of(128, 64, 256)),
                folder);
    }
}
