package dev.rollcall.samples.generate.matrix;

import static dev.rollcall.samples.generate.matrix.MatrixAssertions.assertNamed;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults in jobs with data, tensor and pipeline groups, where most ranks wait for ranks that wait themselves. */
class LayoutMatrixTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void namesEveryRankOfEight(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("2x2x2")
                        .steps(4, 1, 3)
                        .layers(2, 0, 1)
                        .everyRank()
                        .kinds(FaultPlace.Kind.DATA, FaultPlace.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void namesTheCulpritAmong64(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("4x4x4")
                        .steps(3, 2)
                        .layers(2, 1)
                        .ranks(21)
                        .kinds(FaultPlace.Kind.DATA, FaultPlace.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE", "LOST_SEND"})
    void namesTheCulpritAmong512(Fault fault) {
        assertNamed(
                fault, MatrixAssertions.layout("8x8x8").steps(3, 2).ranks(300).kinds(FaultPlace.Kind.DATA), folder);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheCulpritWhereRanksWaitAtTheEndOfAStep(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("2x2x2")
                        .waiting(WaitPolicy.STEPS)
                        .steps(4, 2)
                        .layers(2, 0, 1)
                        .ranks(0, 7),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED")
    void namesTheCulpritOfAWaitCycleThroughManyGroups(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("4x4x4")
                        .steps(3, 1, 2)
                        .layers(2, 0)
                        .ranks(0, 40)
                        .kinds(FaultPlace.Kind.TENSOR),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED")
    void namesTheCulpritOfAWaitCycleWhereRingsWrappedAtDifferentCalls(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("4x4x4")
                        .steps(24, 23)
                        .layers(2, 0)
                        .ranks(0)
                        .kinds(FaultPlace.Kind.TENSOR)
                        .keeping(RingSizes.of(128, 64, 256)),
                folder);
    }

    /** Rank 700 is in the second of three stages; the lowest 512 ranks are all in the first. */
    @ParameterizedTest
    @EnumSource(names = {"SKIPPED", "EXTRA_BARRIER"})
    void namesTheCulpritOfAWaitCycleWhoseRoleOnlyHigherRanksHave(Fault fault) {
        assertNamed(
                fault, MatrixAssertions.layout("64x8x3").steps(3, 2).ranks(700).kinds(FaultPlace.Kind.TENSOR), folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED")
    void takesNoSkippedCallForAnExtraOneWhereTheRankIsAStepAhead(Fault fault) {
        assertNamed(
                fault,
                MatrixAssertions.layout("4x2x1")
                        .waiting(WaitPolicy.STEPS)
                        .steps(4, 1, 3)
                        .ranks(0, 5)
                        .kinds(FaultPlace.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheRankThatSkipsAnEveryFifthStepCallFirstOrLater(WaitPolicy waits) {
        for (String layout : List.of("2x1x1", "1x2x1", "2x2x2")) {
            FaultMatrix matrix = MatrixAssertions.layout(layout)
                    .steps(11, 5, 10)
                    .waiting(waits)
                    .everyRank();
            assertNamed(Fault.SKIPPED_CHECKPOINT, matrix, folder);
            assertNamed(Fault.SKIPPED_CHECKPOINT, matrix.as(EvidenceFormat.PYTORCH), folder);
        }
    }
}
