package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobClock;
import dev.rollcall.samples.generate.writer.RankFileWriter;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Writes the dumps that PyTorch's flight recorder would have written, in version 2.10 of its format. The format has no roots,
 * reductions and splits.
 */
public final class DumpJobWriter implements RankFileWriter {
    /** The default of TORCH_NCCL_TRACE_BUFFER_SIZE. */
    private static final int DEFAULT_CAPACITY = 2000;

    private final Path folder;
    private final RingSizes rings;
    private final long startNanos;
    private final DumpedStacks stacks = new DumpedStacks();

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the dumps
     * @param seed the job's seed
     * @param rings the number of calls that a rank's recorder keeps
     */
    public DumpJobWriter(Path folder, long seed, RingSizes rings) {
        this.folder = folder;
        this.startNanos = TimeUnit.MILLISECONDS.toNanos(JobClock.startMillis(seed));
        this.rings = rings;
    }

    @Override
    public void write(int rank, Simulation simulation) throws IOException {
        RankDump dump = new RankDump(rank, rings.size(rank, DEFAULT_CAPACITY), startNanos);
        simulation.replay(rank, dump);
        if (dump.isWritten()) {
            Object contents = dump.contents(stacks, startNanos + simulation.end());
            Files.write(folder.resolve("nccl_trace_rank_" + rank), PickleWriter.pickle(contents));
        }
    }
}
