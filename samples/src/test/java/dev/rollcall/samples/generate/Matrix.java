package dev.rollcall.samples.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.Place;
import dev.rollcall.samples.generate.program.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The places at which a fault is tried in one layout. */
final class Matrix {
    private static final long SEED = 7;

    private final Layout layout;
    private int steps = 4;
    private int[] inSteps = {2};
    private int layers = 1;
    private int[] inLayers = {0};
    private int[] ranks = {0};
    private Place.Kind[] kinds;
    private int slots;
    private Format format = Format.TRACE;

    private Matrix(Layout layout) {
        this.layout = layout;
        this.kinds = Place.Kind.values();
    }

    static Matrix of(String layout) {
        return new Matrix(Layout.parse(layout));
    }

    /** Takes this many steps, and strikes in some of them. */
    Matrix steps(int all, int... struck) {
        steps = all;
        inSteps = struck;
        return this;
    }

    /** Has this many layers, and strikes in some of them. */
    Matrix layers(int all, int... struck) {
        layers = all;
        inLayers = struck;
        return this;
    }

    Matrix ranks(int... struck) {
        ranks = struck;
        return this;
    }

    Matrix everyRank() {
        return ranks(IntStream.range(0, (int) layout.world()).toArray());
    }

    Matrix kinds(Place.Kind... struck) {
        kinds = struck;
        return this;
    }

    Matrix as(Format form) {
        format = form;
        return this;
    }

    Matrix slots(int each) {
        slots = each;
        return this;
    }

    /**
     * Checks that each of the jobs with a fault is told as what it is, and nobody else blamed. Layers take turns from rank to
     * rank and from step to step. Where the layout has no such call, there is nothing to check.
     */
    void assertTold(Fault fault, Path temporary) throws IOException {
        List<Cell> cells = cells(fault);
        List<String> misses = new ArrayList<>();
        for (Cell cell : cells) {
            List<String> its = cell.misses(temporary);
            if (!its.isEmpty()) {
                misses.add(cell + ": " + String.join("; ", its));
            }
        }
        assertEquals(List.of(), misses, () -> misses.size() + " of " + cells.size() + " are told wrongly");
    }

    private List<Cell> cells(Fault fault) {
        List<Cell> cells = new ArrayList<>();
        for (int rank : ranks) {
            for (int i = 0; i < inSteps.length; i++) {
                for (Place.Kind kind : kinds) {
                    Place place = new Place(rank, inSteps[i], inLayers[(rank + i) % inLayers.length], kind);
                    if (exists(fault, place)) {
                        cells.add(new Cell(new Scenario(layout, steps, layers, fault, place, SEED), format, slots));
                    }
                }
            }
        }
        return cells;
    }

    private boolean exists(Fault fault, Place place) {
        boolean grouped = place.kind() == Place.Kind.WORLD
                || (place.kind() == Place.Kind.DATA ? layout.data() : layout.tensor()) > 1;
        boolean called = (!fault.needsData() || layout.data() > 1) && (!fault.needsPipeline() || layout.pipeline() > 1);
        boolean lasts = fault != Fault.SHORT_LOOP || place.step() < steps;
        return lasts && called && (fault.placed() ? grouped : place.kind() == kinds[0]);
    }
}
