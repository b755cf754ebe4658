package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.writer.JobClock;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankWriter;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Writes the dumps that PyTorch's flight recorder would have written, as version 2.10 of its form has them. Roots, reductions
 * and shares are not in it.
 */
public final class DumpJobWriter implements JobWriter {
    /** What TORCH_NCCL_TRACE_BUFFER_SIZE is where nobody sets it. */
    private static final int USUAL_CAPACITY = 2000;

    private final Path folder;
    private final RingSizes rings;
    private final long startMillis;
    private final DumpFrames frames = new DumpFrames();

    /**
     * Makes a writer.
     *
     * @param folder where the dumps go, which is there
     * @param seed the job's
     * @param rings how many calls a rank's recorder keeps
     */
    public DumpJobWriter(Path folder, long seed, RingSizes rings) {
        this.folder = folder;
        this.startMillis = JobClock.startMillis(seed);
        this.rings = rings;
    }

    @Override
    public RankWriter open(int rank, int calls, long end) {
        Path file = folder.resolve("nccl_trace_rank_" + rank);
        int capacity = rings.size(rank) > 0 ? rings.size(rank) : USUAL_CAPACITY;
        long start = TimeUnit.MILLISECONDS.toNanos(startMillis);
        return new DumpRankWriter(file, rank, capacity, start, start + end, frames);
    }
}
