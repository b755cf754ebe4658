package dev.rollcall.samples.generate.matrix;

import static dev.rollcall.samples.generate.matrix.MatrixAssertions.assertNamed;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults in jobs that left only PyTorch's dumps. */
class DumpMatrixTest {

    @TempDir
    private Path folder;

    private static FaultMatrix dumps(String layout) {
        return MatrixAssertions.layout(layout).as(EvidenceFormat.PYTORCH);
    }

    @ParameterizedTest
    @EnumSource
    void namesEveryRankOfEight(Fault fault) {
        assertNamed(fault, dumps("8x1x1").steps(4, 3).layers(2, 0, 1).everyRank(), folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void namesEveryRankOfEightInSmallGroups(Fault fault) {
        assertNamed(
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
    void namesTheCulpritWhereRingsWrapped(Fault fault) {
        assertNamed(
                fault, dumps("8x1x1").steps(24, 12, 23).layers(2, 1).ranks(0, 5).keeping(RingSizes.of(64)), folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void namesTheCulpritAmong64(Fault fault) {
        assertNamed(fault, dumps("4x4x4").steps(3, 2).layers(2, 1).ranks(42).kinds(FaultPlace.Kind.DATA), folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE"})
    void namesTheCulpritAmong512(Fault fault) {
        assertNamed(fault, dumps("8x8x8").steps(3, 2).ranks(300).kinds(FaultPlace.Kind.DATA), folder);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheCulpritWhereRingsWrappedAtDifferentCalls(Fault fault) {
        assertNamed(
                fault,
                dumps("2x2x2").steps(24, 23).layers(2, 0, 1).ranks(0, 5).keeping(RingSizes.of(128, 64, 256)),
                folder);
    }
}
