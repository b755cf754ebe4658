package dev.rollcall.samples.generate.matrix;

import static dev.rollcall.samples.generate.matrix.Told.assertTold;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.Place;
import dev.rollcall.samples.generate.program.Awaiting;
import dev.rollcall.samples.generate.writer.Rings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Among data, tensor and pipeline groups blame flows to the rank with which it began, and to nobody on the way. */
class LayoutMatrixTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isToldAtEveryRankOfEight(Fault fault) {
        assertTold(
                fault,
                Told.of("2x2x2").steps(4, 1, 3).layers(2, 0, 1).everyRank().kinds(Place.Kind.DATA, Place.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOST_SEND", "LOST_RECEIVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isToldAmong64(Fault fault) {
        assertTold(
                fault,
                Told.of("4x4x4").steps(3, 2).layers(2, 1).ranks(21).kinds(Place.Kind.DATA, Place.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE", "LOST_SEND"})
    void isToldAmong512(Fault fault) {
        assertTold(fault, Told.of("8x8x8").steps(3, 2).ranks(300).kinds(Place.Kind.DATA), folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereCallsAreAwaitedAtTheEndOfTheStepOnly(Fault fault) {
        assertTold(
                fault,
                Told.of("2x2x2")
                        .awaiting(Awaiting.STEPS)
                        .steps(4, 2)
                        .layers(2, 0, 1)
                        .ranks(0, 7),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED")
    void isToldWhereRanksThenWaitForEachOtherAcrossManyGroups(Fault fault) {
        assertTold(
                fault, Told.of("4x4x4").steps(3, 1, 2).layers(2, 0).ranks(0, 40).kinds(Place.Kind.TENSOR), folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED")
    void isToldThereWhereRingsHaveWrappedAtOtherPlaces(Fault fault) {
        assertTold(
                fault,
                Told.of("4x4x4")
                        .steps(24, 23)
                        .layers(2, 0)
                        .ranks(0)
                        .kinds(Place.Kind.TENSOR)
                        .keeping(Rings.of(128, 64, 256)),
                folder);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED")
    void isNoCallTooManyWhereTheRankIsAStepFurtherWhenItIsMissed(Fault fault) {
        assertTold(
                fault,
                Told.of("4x2x1")
                        .awaiting(Awaiting.STEPS)
                        .steps(4, 1, 3)
                        .ranks(0, 5)
                        .kinds(Place.Kind.WORLD),
                folder);
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereACallOfEveryFifthStepIsLeftOutForTheFirstTimeAndLater(Awaiting awaiting) {
        for (String layout : List.of("2x1x1", "8x1x1", "1x2x1", "2x2x1", "2x2x2")) {
            Matrix matrix = Told.of(layout).steps(11, 5, 10).awaiting(awaiting).everyRank();
            assertTold(Fault.SKIPPED_CHECKPOINT, matrix, folder);
            assertTold(Fault.SKIPPED_CHECKPOINT, matrix.as(EvidenceFormat.PYTORCH), folder);
        }
    }
}
