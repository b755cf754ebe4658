package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.Scenario;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.TrainingLoop;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The places at which faults are tried in one layout. Made by one thread. */
final class FaultMatrix {
    private final Layout layout;
    private int steps = 4;
    private int[] inSteps = {2};
    private int layers = 1;
    private int[] inLayers = {0};
    private int[] ranks = {0};
    private FaultPlace.Kind[] kinds = FaultPlace.Kind.values();
    private RingSizes rings = RingSizes.USUAL;
    private WaitPolicy awaiting = WaitPolicy.CALLS;
    private EvidenceFormat format = EvidenceFormat.TRACE;
    private long seed = 7;

    private FaultMatrix(Layout layout) {
        this.layout = layout;
    }

    /** Starts a matrix that strikes rank 0 of a layout in the second of four steps. */
    static FaultMatrix of(Layout layout) {
        return new FaultMatrix(layout);
    }

    /** Takes this many steps, and strikes in some of them. */
    FaultMatrix steps(int all, int... struck) {
        steps = all;
        inSteps = struck;
        return this;
    }

    /** Has this many layers, and strikes in some of them, by turns from rank to rank and from step to step. */
    FaultMatrix layers(int all, int... struck) {
        layers = all;
        inLayers = struck;
        return this;
    }

    FaultMatrix ranks(int... struck) {
        ranks = struck;
        return this;
    }

    FaultMatrix everyRank() {
        return ranks(IntStream.range(0, (int) layout.world()).toArray());
    }

    /** Strikes the first, the last, and others as the seed has it, {@code number} in all. */
    FaultMatrix someRanks(int number) {
        int world = (int) layout.world();
        TreeSet<Integer> some = new TreeSet<>(List.of(0, world - 1));
        Random random = new Random(seed);
        while (some.size() < Math.min(number, world)) {
            some.add(random.nextInt(world));
        }
        return ranks(some.stream().mapToInt(Integer::intValue).toArray());
    }

    FaultMatrix kinds(FaultPlace.Kind... struck) {
        kinds = struck;
        return this;
    }

    FaultMatrix as(EvidenceFormat form) {
        format = form;
        return this;
    }

    FaultMatrix keeping(RingSizes kept) {
        rings = kept;
        return this;
    }

    FaultMatrix awaiting(WaitPolicy when) {
        awaiting = when;
        return this;
    }

    FaultMatrix seed(long jobs) {
        seed = jobs;
        return this;
    }

    /** Returns the jobs in which a fault strikes; none where the layout has no such call. */
    List<MatrixJob> cells(Fault fault) {
        Set<MatrixJob> cells = new LinkedHashSet<>();
        for (int rank : ranks) {
            for (int i = 0; i < inSteps.length; i++) {
                for (FaultPlace.Kind kind : kinds) {
                    FaultPlace place = new FaultPlace(rank, inSteps[i], inLayers[(rank + i) % inLayers.length], kind);
                    if (exists(fault, place)) {
                        Scenario scenario = new Scenario(layout, steps, layers, awaiting, fault, place, seed);
                        cells.add(new MatrixJob(scenario, format, rings));
                    }
                }
            }
        }
        return List.copyOf(cells);
    }

    private boolean exists(Fault fault, FaultPlace place) {
        boolean first = place.kind() == kinds[0];
        boolean once = first && place.step() == inSteps[0];
        return switch (fault) {
            case NONE -> once && place.rank() == ranks[0];
            case STRAGGLER, NEVER_JOINS, OTHER_MEETING -> once;
            case SKIPPED_CHECKPOINT -> first && TrainingLoop.checkpoint(place.step()) <= steps;
            case SKIPPED_EVALUATION -> first;
            case SHORT_LOOP -> first && place.step() < steps;
            case ORDER_SWAP, OTHER_SPLITS -> first && layout.data() > 1;
            case LOST_SEND, LOST_RECEIVE -> first && layout.pipeline() > 1;
            case GROUP_ORDER -> first && awaiting == WaitPolicy.CALLS;
            case OTHER_ROOT -> first;
            // Nothing hangs where reductions differ, so that what differed long ago is overwritten.
            case OTHER_REDUCTION -> grouped(place) && (rings == RingSizes.USUAL || place.step() >= steps - 1);
            default -> grouped(place);
        };
    }

    private boolean grouped(FaultPlace place) {
        return switch (place.kind()) {
            case WORLD -> true;
            case DATA -> layout.data() > 1;
            case TENSOR -> layout.tensor() > 1;
        };
    }
}
