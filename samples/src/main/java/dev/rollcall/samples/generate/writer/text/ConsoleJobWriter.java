package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the console of a job that {@code torchrun} started, one file a host: watchdogs, tracebacks and the agent's summary. In
 * half of the jobs the watchdogs end their processes; the others hang until a user stops them.
 */
public final class ConsoleJobWriter implements JobWriter {
    private final Path folder;
    private final long seed;
    private final RankDamage damage;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the files
     * @param seed the job's seed
     * @param damage what happens to the lines of one rank
     */
    public ConsoleJobWriter(Path folder, long seed, RankDamage damage) {
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
    }

    @Override
    public void write(Simulation simulation) throws IOException {
        JobState job = JobState.of(simulation, seed);
        JobLog log = new JobLog(seed);
        JobConsole console = new JobConsole(job, log);
        console.printEnds();
        if (job.hangs()) {
            console.printFailedJoins();
            new SimulatedWatchdog(job, log, true, seed / 2 % 2 != 0).watch(console.agents());
        }
        console.write(folder, damage);
    }
}
