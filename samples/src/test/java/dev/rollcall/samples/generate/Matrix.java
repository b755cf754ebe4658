package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.Place;
import dev.rollcall.samples.generate.program.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The places at which a fault is tried in one layout. */
final class Matrix {
    private final Layout layout;
    private int steps = 4;
    private int[] inSteps = {2};
    private int layers = 1;
    private int[] inLayers = {0};
    private int[] ranks = {0};
    private Place.Kind[] kinds;
    private int slots;

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

    Matrix slots(int each) {
        slots = each;
        return this;
    }

    /** Returns the jobs with a fault, each place at which it makes a difference once; none where the layout has no such call. */
    List<Cell> cells(Fault fault) {
        List<Cell> cells = new ArrayList<>();
        for (int rank : ranks) {
            for (int step : inSteps) {
                for (Place.Kind kind : kinds) {
                    for (int layer : inLayers) {
                        Place place = new Place(rank, step, layer, kind);
                        if (exists(fault, place)) {
                            Scenario scenario = new Scenario(layout, steps, layers, fault, place, 7);
                            cells.add(new Cell(scenario, slots));
                        }
                    }
                }
            }
        }
        return cells;
    }

    private boolean exists(Fault fault, Place place) {
        boolean first = place.layer() == inLayers[0];
        boolean grouped = place.kind() == Place.Kind.WORLD
                || (place.kind() == Place.Kind.DATA ? layout.data() : layout.tensor()) > 1;
        if (fault.placed()) {
            return grouped && (first || place.kind() != Place.Kind.WORLD);
        }
        boolean called = (!fault.needsData() || layout.data() > 1) && (!fault.needsPipeline() || layout.pipeline() > 1);
        return called
                && place.kind() == kinds[0]
                && (first || fault == Fault.ORDER_SWAP)
                && (fault != Fault.SHORT_LOOP || place.step() < steps);
    }
}
