package dev.rollcall.samples.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every fault, at every rank and at several places, is told as what it is, and nobody else is blamed. */
class FaultMatrixTest {

    @TempDir
    private Path folder;

    /** Returns the kinds of groups on which a fault is tried. */
    private static Place.Kind[] kinds(Fault fault) {
        return fault == Fault.CRASH || fault == Fault.KILL
                ? new Place.Kind[] {Place.Kind.WORLD}
                : new Place.Kind[] {Place.Kind.DATA, Place.Kind.WORLD};
    }

    private void assertTold(List<Cell> cells) throws IOException {
        List<String> misses = new ArrayList<>();
        for (Cell cell : cells) {
            List<String> its = cell.misses(folder);
            if (!its.isEmpty()) {
                misses.add(cell + ": " + String.join("; ", its));
            }
        }
        assertEquals(List.of(), misses, () -> misses.size() + " of " + cells.size() + " are told wrongly");
    }

    @ParameterizedTest
    @EnumSource
    void isToldAtEveryRankOfEight(Fault fault) throws IOException {
        int[] layers = fault == Fault.ORDER_SWAP ? new int[] {1} : new int[] {0, 1};
        assertTold(Matrix.of("8x1x1")
                .steps(6, 1, 3, 6)
                .layers(2, layers)
                .everyRank()
                .kinds(kinds(fault))
                .cells(fault));
    }

    @ParameterizedTest
    @EnumSource
    void isToldWhereTheRingsHaveWrapped(Fault fault) throws IOException {
        // Nothing hangs where reductions differ, so that what differed long ago is overwritten.
        int[] steps = fault == Fault.OTHER_REDUCTION ? new int[] {23} : new int[] {12, 23};
        assertTold(Matrix.of("8x1x1")
                .steps(24, steps)
                .layers(2, 1)
                .ranks(0, 5)
                .kinds(kinds(fault))
                .slots(64)
                .cells(fault));
    }

    @ParameterizedTest
    @EnumSource
    void isToldInAGroupOf64(Fault fault) throws IOException {
        assertTold(Matrix.of("64x1x1")
                .steps(3, 2)
                .layers(2, 1)
                .ranks(0, 31, 63)
                .kinds(kinds(fault))
                .cells(fault));
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "EXTRA_ALIKE", "SKIPPED", "STUCK_OUTSIDE", "OTHER_SIZE", "GROUP_ORDER"})
    void isToldInAGroupOf512(Fault fault) throws IOException {
        assertTold(Matrix.of("512x1x1")
                .steps(3, 2)
                .layers(1, 0)
                .ranks(300)
                .kinds(Place.Kind.DATA)
                .cells(fault));
    }
}
