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
final class LayoutGroups {
    private final Layout layout;
    private final SimulatedGroup world;
    private final SimulatedGroup control;
    private final List<SimulatedGroup> data = new ArrayList<>();
    private final List<SimulatedGroup> tensor = new ArrayList<>();
    private final List<SimulatedGroup> pipeline = new ArrayList<>();
    private int made;

    LayoutGroups(Layout layout) {
        this.layout = layout;
        int[] all = IntStream.range(0, (int) layout.world()).toArray();
        this.world = new SimulatedGroup(made++, "world", all);
        this.control = new SimulatedGroup(made++, "control", all);
        for (int stage = 0; stage < layout.pipeline(); stage++) {
            int fixedStage = stage;
            for (int shard = 0; shard < layout.tensor(); shard++) {
                int fixedShard = shard;
                data.add(group("data", data.size(), layout.data(), i -> layout.rank(fixedStage, i, fixedShard)));
            }
            for (int replica = 0; replica < layout.data(); replica++) {
                int fixedReplica = replica;
                tensor.add(
                        group("tensor", tensor.size(), layout.tensor(), i -> layout.rank(fixedStage, fixedReplica, i)));
            }
        }
        for (int replica = 0; replica < layout.data(); replica++) {
            int fixedReplica = replica;
            for (int shard = 0; shard < layout.tensor(); shard++) {
                int fixedShard = shard;
                pipeline.add(group(
                        "pipeline", pipeline.size(), layout.pipeline(), i -> layout.rank(i, fixedReplica, fixedShard)));
            }
        }
    }

    private SimulatedGroup group(String kind, int ordinal, int size, IntUnaryOperator member) {
        if (size == 1) {
            return null;
        }
        return size == world.size()
                ? world
                : new SimulatedGroup(
                        made++,
                        kind + " " + ordinal,
                        IntStream.range(0, size).map(member).toArray());
    }

    SimulatedGroup world() {
        return world;
    }

    /** Returns the second group of all ranks. */
    SimulatedGroup control() {
        return control;
    }

    /** Returns the data group of a rank; null without one. */
    SimulatedGroup data(int rank) {
        return data.get(layout.stage(rank) * layout.tensor() + layout.shard(rank));
    }

    /** Returns the tensor group of a rank; null without one. */
    SimulatedGroup tensor(int rank) {
        return tensor.get(layout.stage(rank) * layout.data() + layout.replica(rank));
    }

    /** Returns the pipeline group of a rank; null without one. */
    SimulatedGroup pipeline(int rank) {
        return pipeline.get(layout.replica(rank) * layout.tensor() + layout.shard(rank));
    }

    /** Returns the groups that a rank joins after the world, in joining order. */
    List<SimulatedGroup> further(int rank) {
        List<SimulatedGroup> further = new ArrayList<>();
        further.add(control);
        for (SimulatedGroup group : new SimulatedGroup[] {data(rank), tensor(rank), pipeline(rank)}) {
            if (group != null && group != world) {
                further.add(group);
            }
        }
        return further;
    }
}
