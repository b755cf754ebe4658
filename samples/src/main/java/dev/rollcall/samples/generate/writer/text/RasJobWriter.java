package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes what {@code ncclras} prints about a job that still runs: a text or, with {@code -f json}, JSON. */
public final class RasJobWriter implements JobWriter {
    private final Path folder;
    private final long seed;
    private final RankDamage damage;
    private final boolean json;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the file
     * @param seed the job's seed
     * @param damage what happens to one rank; if removed, its process does not answer
     * @param json whether the format is JSON
     */
    public RasJobWriter(Path folder, long seed, RankDamage damage, boolean json) {
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
        this.json = json;
    }

    @Override
    public void write(Simulation simulation) throws IOException {
        JobState job = JobState.of(simulation, seed);
        if (job.ranks().stream().allMatch(SimulatedRankState::ended)) {
            return;
        }
        Set<SimulatedCommunicator> groups = new LinkedHashSet<>();
        job.ranks().forEach(rank -> groups.addAll(rank.groups()));
        RasView view = new RasView(
                job,
                damage,
                groups.stream()
                        .map(group -> RasCommunicator.of(group, job, damage, new NcclCommunicators(seed)))
                        .filter(RasCommunicator::exists)
                        .toList());
        JobLog log = new JobLog(seed);
        log.write(folder.resolve(json ? "ras.json" : "ncclras.txt"), json ? view.json(log) : view.text(), job.end());
    }
}
