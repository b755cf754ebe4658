package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.trace.ClockPair;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the traces that the ranks' agents would have recorded. */
public final class TraceJobWriter implements RankFileWriter {
    private static final int DEFAULT_SLOTS = 16_384;
    /** The most records that are not calls: creations of groups, thread stacks, the end. */
    private static final int OTHER_EVENTS = 24;

    private static final int COMMUNICATORS = 8;
    private static final long HEAP_BYTES = 1 << 16;
    private static final long BYTES_PER_MEMBER = 64;

    private final Path folder;
    private final int world;
    private final int membersInHeap;
    private final long seed;
    private final RingSizes rings;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the traces
     * @param world the world size
     * @param seed the job's seed
     * @param rings the sizes of the rings; by default as many slots as the rank has records, up to the agent's default
     */
    public TraceJobWriter(Path folder, int world, long seed, RingSizes rings) {
        this.folder = folder;
        this.world = world;
        this.membersInHeap = Math.min(world, 1024);
        this.seed = seed;
        this.rings = rings;
    }

    @Override
    public void write(int rank, Simulation simulation) throws IOException {
        SimulatedProcess process = new SimulatedProcess(rank);
        String host = process.host();
        int pid = process.pid();
        JobClock clock = new JobClock(seed, rank);
        TraceIdentity identity = new TraceIdentity(
                "generated-" + seed, rank, world, host, pid, clock.startMillis(), "generated", "java Trainer", "");
        int records = simulation.calls(rank) + OTHER_EVENTS;
        int slots = Math.max(TraceGeometry.MIN_SLOTS, Math.min(DEFAULT_SLOTS, Integer.highestOneBit(records - 1) << 1));
        TraceGeometry geometry = new TraceGeometry(
                rings.size(rank, slots), HEAP_BYTES + BYTES_PER_MEMBER * membersInHeap, COMMUNICATORS);
        Path file = folder.resolve(String.format("%05d-%s-%d.trace", rank, host, pid));
        ClockPair start = new ClockPair(clock.nanos(0), clock.startMillis());
        try (TraceRankWriter writer = new TraceRankWriter(
                TraceWriter.create(file, geometry, identity, start), rank, clock, simulation.end())) {
            simulation.replay(rank, writer);
        }
    }
}
