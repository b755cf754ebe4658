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
 * A healthy training loop of a transformer: each rank takes a batch, runs the forward and backward pass, and reduces
 * gradients, with the usual calls on each group. Immutable and thread-safe.
 */
public final class TrainingLoop implements JobProgram {
    /** Larger data groups make no all-to-all, whose splits grow with the square of the group's size. */
    private static final int MOST_EXPERTS = 512;

    private static final int STEPS_PER_CHECKPOINT = 5;
    private static final long BATCH_NANOS = 8_000_000;
    private static final long LAYER_NANOS = 2_000_000;
    private static final long ACTIVATIONS = 2048;
    private static final long EMBEDDING = 512;
    private static final long ROWS = 16;

    private final Layout layout;
    private final LayoutCommunicators groups;
    private final int steps;
    private final int layers;
    private final WaitPolicy waits;
    private final long seed;

    /**
     * Makes a program.
     *
     * @param layout the layout of its ranks
     * @param steps the number of steps, from 1
     * @param layers the number of layers in each stage, from 1
     * @param waits when a rank waits for its calls
     * @param seed varies how long computations take
     */
    public TrainingLoop(Layout layout, int steps, int layers, WaitPolicy waits, long seed) {
        this.layout = layout;
        this.groups = new LayoutCommunicators(layout);
        this.steps = steps;
        this.layers = layers;
        this.waits = waits;
        this.seed = seed;
    }

    /** Returns the last checkpoint step up to {@code step}; if there is none, the first checkpoint step. */
    public static int checkpoint(int step) {
        return Math.max(STEPS_PER_CHECKPOINT, step - step % STEPS_PER_CHECKPOINT);
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
        List<ProgramAction> actions = new ArrayList<>();
        if (number == 0) {
            actions.add(new ProgramAction.Join(groups.world(), "world"));
            groups.further(rank).forEach(group -> actions.add(new ProgramAction.Join(group, group.name())));
        } else if (number <= steps) {
            step(rank, number, actions);
        } else {
            actions.add(new ProgramAction.Issue(
                    groups.world(), SimulatedCall.of(ALL_REDUCE, F32, 2, ScriptLine.EVALUATE, -1)));
            actions.add(new ProgramAction.Issue(
                    groups.control(), SimulatedCall.of(BARRIER, UNKNOWN, 0, ScriptLine.LAST_BARRIER, -1)));
        }
        return actions;
    }

    private void step(int rank, int number, List<ProgramAction> actions) {
        actions.add(new ProgramAction.Work(BATCH_NANOS + jitter(rank, number)));
        actions.add(new ProgramAction.Issue(
                groups.world(),
                SimulatedCall.of(BROADCAST, F32, 4, ScriptLine.SCHEDULE, -1).withRootOrPeer(0)));
        forward(rank, actions);
        backward(rank, actions);
        if (waits == WaitPolicy.CALLS) {
            actions.add(new ProgramAction.Await(ScriptLine.WAIT_GRADIENTS));
        }
        SimulatedCommunicator data = groups.data(rank);
        if (data != null) {
            actions.add(new ProgramAction.Issue(
                    data,
                    SimulatedCall.of(REDUCE_SCATTER, F32, EMBEDDING, ScriptLine.SCATTER_EMBEDDING, -1)
                            .withCounts(EMBEDDING * data.size(), EMBEDDING)));
            actions.add(new ProgramAction.Issue(
                    data,
                    SimulatedCall.of(ALL_GATHER, F32, EMBEDDING, ScriptLine.GATHER_EMBEDDING, -1)
                            .withCounts(EMBEDDING, EMBEDDING * data.size())));
        }
        actions.add(new ProgramAction.Issue(groups.world(), SimulatedCall.of(ALL_REDUCE, F32, 1, ScriptLine.LOSS, -1)));
        actions.add(new ProgramAction.Issue(
                groups.control(), SimulatedCall.of(ALL_REDUCE, F32, 1, ScriptLine.GRADIENT_NORM, -1)));
        if (number % STEPS_PER_CHECKPOINT == 0) {
            actions.add(new ProgramAction.Issue(
                    groups.control(), SimulatedCall.of(BARRIER, UNKNOWN, 0, ScriptLine.CHECKPOINT, -1)));
        }
        if (waits == WaitPolicy.STEPS) {
            actions.replaceAll(TrainingLoop::unawaited);
            actions.add(new ProgramAction.Await(ScriptLine.WAIT_STEP));
        }
    }

    /** Makes a call unawaited; a receive stays awaited, because the computation after it needs the data. */
    private static ProgramAction unawaited(ProgramAction action) {
        return action instanceof ProgramAction.Issue issue && issue.call().operation() != RECEIVE
                ? new ProgramAction.Issue(issue.group(), issue.call().unawaited())
                : action;
    }

    private void forward(int rank, List<ProgramAction> actions) {
        message(rank, -1, RECEIVE, ScriptLine.RECEIVE_ACTIVATIONS, actions);
        SimulatedCommunicator data = groups.data(rank);
        for (int layer = 0; layer < layers; layer++) {
            actions.add(new ProgramAction.Work(LAYER_NANOS));
            shardedLayer(rank, layer, ScriptLine.SHARD_FORWARD, actions);
            if (layer == 0 && data != null && data.size() <= MOST_EXPERTS) {
                long[] splits = new long[data.size()];
                Arrays.fill(splits, ROWS);
                actions.add(new ProgramAction.Issue(
                        data,
                        SimulatedCall.of(ALL_TO_ALL, BF16, ROWS * data.size(), ScriptLine.EXPERTS, -1)
                                .withSplits(splits)));
            }
        }
        message(rank, 1, SEND, ScriptLine.SEND_ACTIVATIONS, actions);
    }

    private void backward(int rank, List<ProgramAction> actions) {
        message(rank, 1, RECEIVE, ScriptLine.RECEIVE_GRADIENTS, actions);
        for (int layer = layers - 1; layer >= 0; layer--) {
            actions.add(new ProgramAction.Work(LAYER_NANOS));
            shardedLayer(rank, layer, ScriptLine.SHARD_BACKWARD, actions);
            gradient(rank, layer, 4096, ScriptLine.ATTENTION_GRADIENT, actions);
            gradient(rank, layer, 4096, ScriptLine.PROJECTION_GRADIENT, actions);
            gradient(rank, layer, 8192, ScriptLine.PERCEPTRON_GRADIENT, actions);
        }
        message(rank, -1, SEND, ScriptLine.SEND_GRADIENTS, actions);
    }

    private void gradient(int rank, int layer, long count, ScriptLine site, List<ProgramAction> actions) {
        SimulatedCommunicator data = groups.data(rank);
        if (data != null) {
            actions.add(new ProgramAction.Issue(
                    data, SimulatedCall.of(ALL_REDUCE, F32, count, site, layer).unawaited()));
        }
    }

    private void shardedLayer(int rank, int layer, ScriptLine site, List<ProgramAction> actions) {
        SimulatedCommunicator tensor = groups.tensor(rank);
        if (tensor != null) {
            actions.add(new ProgramAction.Issue(tensor, SimulatedCall.of(ALL_REDUCE, BF16, ACTIVATIONS, site, layer)));
        }
    }

    /** Sends to, or receives from, the previous stage (-1) or the next (1), if there is one. */
    private void message(int rank, int direction, Operation operation, ScriptLine site, List<ProgramAction> actions) {
        int stage = layout.stage(rank) + direction;
        if (stage >= 0 && stage < layout.pipeline()) {
            SimulatedCommunicator pipeline = groups.pipeline(rank);
            actions.add(new ProgramAction.Issue(
                    pipeline,
                    SimulatedCall.of(operation, BF16, ACTIVATIONS, site, -1).withRootOrPeer(stage)));
        }
    }

    private long jitter(int rank, int step) {
        long mixed = (seed * 31 + rank) * 1_000_003 + step;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return (mixed >>> 1) % (BATCH_NANOS / 2);
    }
}
