package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.Scenario;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.TrainingLoop;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Combines faults with places in one layout: which ranks, steps, layers and kinds of group. Not thread-safe. */
final class FaultMatrix {
    private final Layout layout;
    private int steps = 4;
    private int[] inSteps = {2};
    private int layers = 1;
    private int[] inLayers = {0};
    private int[] ranks = {0};
    private FaultPlace.Kind[] kinds = FaultPlace.Kind.values();
    private RingSizes rings = RingSizes.DEFAULT;
    private WaitPolicy waits = WaitPolicy.CALLS;
    private AvailableFiles evidence = AvailableFiles.of(EvidenceFormat.TRACE);
    private boolean damaged;
    private long seed = 7;

    private FaultMatrix(Layout layout) {
        this.layout = layout;
    }

    /** Starts with faults on rank 0, in step 2 of 4, in the only layer, on every kind of group. */
    static FaultMatrix of(Layout layout) {
        return new FaultMatrix(layout);
    }

    /** Sets the number of steps and the steps with faults. */
    FaultMatrix steps(int all, int... faulty) {
        steps = all;
        inSteps = faulty;
        return this;
    }

    /** Sets the number of layers and the layers with faults, which take turns over the ranks and steps. */
    FaultMatrix layers(int all, int... faulty) {
        layers = all;
        inLayers = faulty;
        return this;
    }

    FaultMatrix ranks(int... faulty) {
        ranks = faulty;
        return this;
    }

    FaultMatrix everyRank() {
        return ranks(IntStream.range(0, (int) layout.world()).toArray());
    }

    /** Takes the first rank, the last, and random ones by the seed, {@code number} in all. */
    FaultMatrix someRanks(int number) {
        int world = (int) layout.world();
        TreeSet<Integer> some = new TreeSet<>(List.of(0, world - 1));
        Random random = new Random(seed);
        while (some.size() < Math.min(number, world)) {
            some.add(random.nextInt(world));
        }
        return ranks(some.stream().mapToInt(Integer::intValue).toArray());
    }

    FaultMatrix kinds(FaultPlace.Kind... faulty) {
        kinds = faulty;
        return this;
    }

    FaultMatrix as(EvidenceFormat changed) {
        return as(AvailableFiles.of(changed));
    }

    FaultMatrix as(AvailableFiles changed) {
        evidence = changed;
        return this;
    }

    /** Damages the part of each faulty rank, in each format and in each way, in a job of its own. */
    FaultMatrix damaged() {
        damaged = true;
        return this;
    }

    FaultMatrix keeping(RingSizes changed) {
        rings = changed;
        return this;
    }

    FaultMatrix waiting(WaitPolicy changed) {
        waits = changed;
        return this;
    }

    FaultMatrix seed(long changed) {
        seed = changed;
        return this;
    }

    /** Returns the jobs with a fault; empty if the layout has no such call. */
    List<MatrixJob> jobs(Fault fault) {
        Set<MatrixJob> jobs = new LinkedHashSet<>();
        for (int rank : ranks) {
            for (int i = 0; i < inSteps.length; i++) {
                for (FaultPlace.Kind kind : kinds) {
                    FaultPlace place = new FaultPlace(rank, inSteps[i], inLayers[(rank + i) % inLayers.length], kind);
                    if (exists(fault, place)) {
                        Scenario scenario = new Scenario(layout, steps, layers, waits, fault, place, seed(rank));
                        evidences().forEach(files -> jobs.add(new MatrixJob(scenario, files, rings)));
                    }
                }
            }
        }
        return List.copyOf(jobs);
    }

    /**
     * Returns the seed of a job. Of jobs that leave texts, some connect lazily and some abort, by their seeds; dumps do not show
     * that ranks wait for a connection, so that jobs with both connect early.
     */
    private long seed(int rank) {
        if (!isText()) {
            return seed;
        }
        return evidence.formats().contains(EvidenceFormat.PYTORCH) ? 2 * (seed + rank) : seed + rank;
    }

    private boolean isText() {
        return evidence.formats().stream()
                .anyMatch(format -> format != EvidenceFormat.TRACE && format != EvidenceFormat.PYTORCH);
    }

    private List<AvailableFiles> evidences() {
        if (!damaged) {
            return List.of(evidence);
        }
        List<AvailableFiles> evidences = new ArrayList<>();
        for (EvidenceFormat format : evidence.formats()) {
            for (RankDamage.Kind kind : kinds(format)) {
                for (int rank : ranks) {
                    evidences.add(evidence.with(format, new RankDamage(kind, rank)));
                }
            }
        }
        return evidences;
    }

    /** In several formats, a part is missing or not; in one, it can be damaged in other ways, too. */
    private RankDamage.Kind[] kinds(EvidenceFormat format) {
        if (evidence.formats().size() == 1) {
            switch (format) {
                case CONSOLE, DETAIL -> {
                    return RankDamage.Kind.values();
                }
                case STACKS -> {
                    return new RankDamage.Kind[] {
                        RankDamage.Kind.REMOVED, RankDamage.Kind.HALVED, RankDamage.Kind.DOUBLED
                    };
                }
                default -> {}
            }
        }
        return new RankDamage.Kind[] {RankDamage.Kind.REMOVED};
    }

    /** Returns whether a job with this fault leaves such files. An agent that prints a summary ends processes at once. */
    private boolean leaves(Fault fault) {
        boolean console = evidence.formats().contains(EvidenceFormat.CONSOLE)
                || evidence.formats().contains(EvidenceFormat.DETAIL);
        return switch (fault) {
            case CRASH, KILL -> !console || evidence.formats().size() == 1;
            case NONE, OTHER_REDUCTION -> !isText() || console;
            default -> true;
        };
    }

    private boolean exists(Fault fault, FaultPlace place) {
        if (!leaves(fault)) {
            return false;
        }
        boolean first = place.kind() == kinds[0];
        boolean once = first && place.step() == inSteps[0];
        return switch (fault) {
            case NONE -> once && place.rank() == ranks[0];
            case STRAGGLER, NEVER_JOINS, OTHER_RENDEZVOUS -> once;
            case SKIPPED_CHECKPOINT -> first && TrainingLoop.checkpoint(place.step()) <= steps;
            case SKIPPED_EVALUATION -> first;
            case SHORT_LOOP -> first && place.step() < steps;
            case ORDER_SWAP, OTHER_SPLITS -> first && layout.data() > 1;
            case LOST_SEND, LOST_RECEIVE -> first && layout.pipeline() > 1;
            case GROUP_ORDER -> first && waits == WaitPolicy.CALLS;
            case OTHER_ROOT -> first;
            // Differing reductions do not hang, so a small ring overwrites the call before the job ends.
            case OTHER_REDUCTION -> grouped(place) && (rings == RingSizes.DEFAULT || place.step() >= steps - 1);
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
