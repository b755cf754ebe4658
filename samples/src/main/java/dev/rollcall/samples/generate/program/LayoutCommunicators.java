package dev.rollcall.samples.generate.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The communicators of a job with a layout: {@code world} and {@code control}, which have all ranks, and the data, tensor
 * and pipeline groups. Where such a group would have all ranks, {@code world} takes its place; groups of one rank are not
 * made. Immutable and thread-safe.
 */
final class LayoutCommunicators {
    private final Layout layout;
    private final SimulatedCommunicator world;
    private final SimulatedCommunicator control;
    private final List<SimulatedCommunicator> data = new ArrayList<>();
    private final List<SimulatedCommunicator> tensor = new ArrayList<>();
    private final List<SimulatedCommunicator> pipeline = new ArrayList<>();
    private int made;

    LayoutCommunicators(Layout layout) {
        this.layout = layout;
        int[] all = IntStream.range(0, (int) layout.world()).toArray();
        this.world = new SimulatedCommunicator(made++, "world", all);
        this.control = new SimulatedCommunicator(made++, "control", all);
        for (int stage = 0; stage < layout.pipeline(); stage++) {
            int fixedStage = stage;
            for (int shard = 0; shard < layout.tensor(); shard++) {
                int fixedShard = shard;
                data.add(communicator("data", data.size(), layout.data(), i -> layout.rank(fixedStage, i, fixedShard)));
            }
            for (int replica = 0; replica < layout.data(); replica++) {
                int fixedReplica = replica;
                tensor.add(communicator(
                        "tensor", tensor.size(), layout.tensor(), i -> layout.rank(fixedStage, fixedReplica, i)));
            }
        }
        for (int replica = 0; replica < layout.data(); replica++) {
            int fixedReplica = replica;
            for (int shard = 0; shard < layout.tensor(); shard++) {
                int fixedShard = shard;
                pipeline.add(communicator(
                        "pipeline", pipeline.size(), layout.pipeline(), i -> layout.rank(i, fixedReplica, fixedShard)));
            }
        }
    }

    private SimulatedCommunicator communicator(String kind, int ordinal, int size, IntUnaryOperator member) {
        if (size == 1) {
            return null;
        }
        return size == world.size()
                ? world
                : new SimulatedCommunicator(
                        made++,
                        kind + " " + ordinal,
                        IntStream.range(0, size).map(member).toArray());
    }

    SimulatedCommunicator world() {
        return world;
    }

    /** Returns the second communicator of all ranks. */
    SimulatedCommunicator control() {
        return control;
    }

    /** Returns the data group of a rank; null without one. */
    SimulatedCommunicator data(int rank) {
        return data.get(layout.stage(rank) * layout.tensor() + layout.shard(rank));
    }

    /** Returns the tensor group of a rank; null without one. */
    SimulatedCommunicator tensor(int rank) {
        return tensor.get(layout.stage(rank) * layout.data() + layout.replica(rank));
    }

    /** Returns the pipeline group of a rank; null without one. */
    SimulatedCommunicator pipeline(int rank) {
        return pipeline.get(layout.replica(rank) * layout.tensor() + layout.shard(rank));
    }

    /** Returns the communicators that a rank joins after the world, in joining order. */
    List<SimulatedCommunicator> further(int rank) {
        List<SimulatedCommunicator> further = new ArrayList<>();
        further.add(control);
        for (SimulatedCommunicator group : new SimulatedCommunicator[] {data(rank), tensor(rank), pipeline(rank)}) {
            if (group != null && group != world) {
                further.add(group);
            }
        }
        return further;
    }
}
