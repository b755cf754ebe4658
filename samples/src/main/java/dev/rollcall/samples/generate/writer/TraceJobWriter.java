package dev.rollcall.samples.generate.writer;

import dev.rollcall.trace.ClockPair;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the traces that the ranks' agents would have written. */
public final class TraceJobWriter implements JobWriter {
    private static final int USUAL_MOST_SLOTS = 16_384;
    /** What is recorded beside calls: groups' making, looks at threads, an end. */
    private static final int OTHER_EVENTS = 24;

    private static final int COMMUNICATORS = 8;
    private static final long HEAP_BYTES = 1 << 16;
    private static final long BYTES_PER_MEMBER = 64;
    private static final int RANKS_PER_HOST = 8;
    private static final int FIRST_PID = 4000;

    private final Path folder;
    private final int world;
    private final int largestSharing;
    private final long seed;
    private final RingSizes rings;

    /**
     * Makes a writer.
     *
     * @param folder where the traces go, which is there
     * @param world how many ranks the job has
     * @param seed the job's
     * @param rings the sizes of the rings; usual are as many slots as there are calls, as far as an agent has them
     */
    public TraceJobWriter(Path folder, int world, long seed, RingSizes rings) {
        this.folder = folder;
        this.world = world;
        this.largestSharing = Math.min(world, 1024);
        this.seed = seed;
        this.rings = rings;
    }

    @Override
    public RankWriter open(int rank, int calls, long end) throws IOException {
        String host = String.format("node%04d", rank / RANKS_PER_HOST);
        int pid = FIRST_PID + rank;
        JobClock clock = new JobClock(seed, rank);
        TraceIdentity identity = new TraceIdentity(
                "generated-" + seed, rank, world, host, pid, clock.startMillis(), "generated", "java Trainer", "");
        TraceGeometry geometry = new TraceGeometry(
                rings.size(rank) > 0 ? rings.size(rank) : slots(calls),
                HEAP_BYTES + BYTES_PER_MEMBER * largestSharing,
                COMMUNICATORS);
        Path file = folder.resolve(String.format("%05d-%s-%d.trace", rank, host, pid));
        ClockPair start = new ClockPair(clock.nanos(0), clock.startMillis());
        return new TraceRankWriter(TraceWriter.create(file, geometry, identity, start), rank, clock, end);
    }

    private static int slots(int calls) {
        int needed = calls + OTHER_EVENTS;
        return Math.max(TraceGeometry.MIN_SLOTS, Math.min(USUAL_MOST_SLOTS, Integer.highestOneBit(needed - 1) << 1));
    }
}
