package dev.rollcall.samples.generate.program;

import static dev.rollcall.trace.ElementType.BF16;
import static dev.rollcall.trace.ElementType.F32;
import static dev.rollcall.trace.ElementType.UNKNOWN;
import static dev.rollcall.trace.Operation.ALL_GATHER;
import static dev.rollcall.trace.Operation.ALL_REDUCE;
import static dev.rollcall.trace.Operation.ALL_TO_ALL;
import static dev.rollcall.trace.Operation.BARRIER;
import static dev.rollcall.trace.Operation.BROADCAST;
import static dev.rollcall.trace.Operation.RECEIVE;
import static dev.rollcall.trace.Operation.REDUCE_SCATTER;
import static dev.rollcall.trace.Operation.SEND;

import dev.rollcall.trace.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A healthy training of a model of transformer layers: each rank takes its batch, goes forward and backward through its
 * layers, and shares gradients, with the usual calls on each group. Immutable and thread-safe.
 */
public final class TrainingLoop implements JobProgram {
    /** The most ranks among which experts are shared: an all-to-all's shares grow with the square of their number. */
    private static final int MOST_EXPERTS = 512;

    private static final int STEPS_PER_CHECKPOINT = 5;
    private static final long BATCH_NANOS = 8_000_000;
    private static final long LAYER_NANOS = 2_000_000;
    private static final long ACTIVATIONS = 2048;
    private static final long EMBEDDING = 512;
    private static final long ROWS = 16;

    private final Layout layout;
    private final LayoutGroups groups;
    private final int steps;
    private final int layers;
    private final WaitPolicy awaiting;
    private final long seed;

    /**
     * Makes a training.
     *
     * @param layout its ranks
     * @param steps how many steps it takes
     * @param layers how many layers each stage has
     * @param awaiting when a rank waits for its calls
     * @param seed by which the time that work takes varies
     */
    public TrainingLoop(Layout layout, int steps, int layers, WaitPolicy awaiting, long seed) {
        this.layout = layout;
        this.groups = new LayoutGroups(layout);
        this.steps = steps;
        this.layers = layers;
        this.awaiting = awaiting;
        this.seed = seed;
    }

    /** Returns the last step up to this one after which all checkpoint; where there is none, the first that will be. */
    public static int checkpoint(int step) {
        return Math.max(STEPS_PER_CHECKPOINT, step - step % STEPS_PER_CHECKPOINT);
    }

    /** Returns the job's communicators. */
    LayoutGroups groups() {
        return groups;
    }

    @Override
    public int ranks() {
        return groups.world().size();
    }

    @Override
    public int parts(int rank) {
        return steps + 2;
    }

    @Override
    public List<ProgramAction> part(int rank, int number) {
        List<ProgramAction> acts = new ArrayList<>();
        if (number == 0) {
            acts.add(new ProgramAction.Join(groups.world(), "world"));
            groups.further(rank).forEach(group -> acts.add(new ProgramAction.Join(group, group.name())));
        } else if (number <= steps) {
            step(rank, number, acts);
        } else {
            acts.add(new ProgramAction.Issue(
                    groups.world(), SimulatedCall.of(ALL_REDUCE, F32, 2, ScriptLine.EVALUATE, -1)));
            acts.add(new ProgramAction.Issue(
                    groups.control(), SimulatedCall.of(BARRIER, UNKNOWN, 0, ScriptLine.LAST_BARRIER, -1)));
        }
        return acts;
    }

    private void step(int rank, int number, List<ProgramAction> acts) {
        acts.add(new ProgramAction.Work(BATCH_NANOS + jitter(rank, number)));
        acts.add(new ProgramAction.Issue(
                groups.world(),
                SimulatedCall.of(BROADCAST, F32, 4, ScriptLine.SCHEDULE, -1).with(0)));
        forward(rank, acts);
        backward(rank, acts);
        if (awaiting == WaitPolicy.CALLS) {
            acts.add(new ProgramAction.Await(ScriptLine.WAIT_GRADIENTS));
        }
        SimulatedGroup data = groups.data(rank);
        if (data != null) {
            acts.add(new ProgramAction.Issue(
                    data,
                    SimulatedCall.of(REDUCE_SCATTER, F32, EMBEDDING, ScriptLine.SCATTER_EMBEDDING, -1)
                            .counting(EMBEDDING * data.size(), EMBEDDING)));
            acts.add(new ProgramAction.Issue(
                    data,
                    SimulatedCall.of(ALL_GATHER, F32, EMBEDDING, ScriptLine.GATHER_EMBEDDING, -1)
                            .counting(EMBEDDING, EMBEDDING * data.size())));
        }
        acts.add(new ProgramAction.Issue(groups.world(), SimulatedCall.of(ALL_REDUCE, F32, 1, ScriptLine.LOSS, -1)));
        acts.add(new ProgramAction.Issue(
                groups.control(), SimulatedCall.of(ALL_REDUCE, F32, 1, ScriptLine.GRADIENT_NORM, -1)));
        if (number % STEPS_PER_CHECKPOINT == 0) {
            acts.add(new ProgramAction.Issue(
                    groups.control(), SimulatedCall.of(BARRIER, UNKNOWN, 0, ScriptLine.CHECKPOINT, -1)));
        }
        if (awaiting == WaitPolicy.STEPS) {
            acts.replaceAll(TrainingLoop::unawaited);
            acts.add(new ProgramAction.Await(ScriptLine.WAIT_STEP));
        }
    }

    /** Leaves the wait for a call to later; what is received is waited for, since work goes on with it. */
    private static ProgramAction unawaited(ProgramAction act) {
        return act instanceof ProgramAction.Issue issue && issue.request().operation() != RECEIVE
                ? new ProgramAction.Issue(issue.group(), issue.request().unawaited())
                : act;
    }

    private void forward(int rank, List<ProgramAction> acts) {
        neighbour(rank, -1, RECEIVE, ScriptLine.RECEIVE_ACTIVATIONS, acts);
        SimulatedGroup data = groups.data(rank);
        for (int layer = 0; layer < layers; layer++) {
            acts.add(new ProgramAction.Work(LAYER_NANOS));
            shards(rank, layer, ScriptLine.SHARD_FORWARD, acts);
            if (layer == 0 && data != null && data.size() <= MOST_EXPERTS) {
                long[] shares = new long[data.size()];
                Arrays.fill(shares, ROWS);
                acts.add(new ProgramAction.Issue(
                        data,
                        SimulatedCall.of(ALL_TO_ALL, BF16, ROWS * data.size(), ScriptLine.EXPERTS, -1)
                                .sharing(shares)));
            }
        }
        neighbour(rank, 1, SEND, ScriptLine.SEND_ACTIVATIONS, acts);
    }

    private void backward(int rank, List<ProgramAction> acts) {
        neighbour(rank, 1, RECEIVE, ScriptLine.RECEIVE_GRADIENTS, acts);
        for (int layer = layers - 1; layer >= 0; layer--) {
            acts.add(new ProgramAction.Work(LAYER_NANOS));
            shards(rank, layer, ScriptLine.SHARD_BACKWARD, acts);
            gradient(rank, layer, 4096, ScriptLine.ATTENTION_GRADIENT, acts);
            gradient(rank, layer, 4096, ScriptLine.PROJECTION_GRADIENT, acts);
            gradient(rank, layer, 8192, ScriptLine.PERCEPTRON_GRADIENT, acts);
        }
        neighbour(rank, -1, SEND, ScriptLine.SEND_GRADIENTS, acts);
    }

    private void gradient(int rank, int layer, long count, ScriptLine site, List<ProgramAction> acts) {
        SimulatedGroup data = groups.data(rank);
        if (data != null) {
            acts.add(new ProgramAction.Issue(
                    data, SimulatedCall.of(ALL_REDUCE, F32, count, site, layer).unawaited()));
        }
    }

    private void shards(int rank, int layer, ScriptLine site, List<ProgramAction> acts) {
        SimulatedGroup tensor = groups.tensor(rank);
        if (tensor != null) {
            acts.add(new ProgramAction.Issue(tensor, SimulatedCall.of(ALL_REDUCE, BF16, ACTIVATIONS, site, layer)));
        }
    }

    /** Sends to, or receives from, the stage before (-1) or behind (1) the rank's own, where there is one. */
    private void neighbour(int rank, int direction, Operation operation, ScriptLine site, List<ProgramAction> acts) {
        int stage = layout.stage(rank) + direction;
        if (stage >= 0 && stage < layout.pipeline()) {
            SimulatedGroup pipeline = groups.pipeline(rank);
            acts.add(new ProgramAction.Issue(
                    pipeline,
                    SimulatedCall.of(operation, BF16, ACTIVATIONS, site, -1).with(stage)));
        }
    }

    private long jitter(int rank, int step) {
        long mixed = (seed * 31 + rank) * 1_000_003 + step;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return (mixed >>> 1) % (BATCH_NANOS / 2);
    }
}
