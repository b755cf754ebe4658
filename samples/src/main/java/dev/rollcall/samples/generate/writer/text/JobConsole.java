package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ProgramAction.HaltKind;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The consoles of a job under {@code torchrun}: what its workers and the agents of its hosts print. Not thread-safe. */
final class JobConsole {
    /** The time a process needs to end after an exception. */
    private static final long EXIT_NANOS = 250_000_000;

    /** The time from the end of the job to the agent's last line. */
    private static final long CLOSING_NANOS = 1_000_000_000;

    private static final int SIGKILL = 9;

    private final JobState job;
    private final JobLog log;
    private final List<ElasticAgent> agents = new ArrayList<>();

    /** Starts the consoles of a job. */
    JobConsole(JobState job, JobLog log) {
        this.job = job;
        this.log = log;
        int world = job.ranks().size();
        for (int node = 0; node * SimulatedProcess.PER_HOST < world; node++) {
            agents.add(new ElasticAgent(node, world, log));
        }
    }

    List<ElasticAgent> agents() {
        return agents;
    }

    /** Returns the agent of a rank's host. */
    ElasticAgent agent(SimulatedRankState rank) {
        return agents.get(rank.process().node());
    }

    /** Prints how ranks that left the program or finished it end. */
    void printEnds() {
        for (SimulatedRankState rank : job.ranks()) {
            long nanos = rank.stoppedNanos();
            if (rank.halt() == HaltKind.CRASHED) {
                fail(rank, nanos, new PythonTraceback(rank.site()), "FloatingPointError: loss is NaN");
            } else if (rank.halt() == HaltKind.KILLED) {
                agent(rank).ends(rank.rank(), nanos, -SIGKILL);
            } else if (rank.ended()) {
                agent(rank).ends(rank.rank(), nanos, 0);
            }
        }
    }

    /** Prints that ranks wait too long for others to join a group. */
    void printFailedJoins() {
        for (SimulatedRankState rank : job.ranks()) {
            long nanos = rank.joiningNanos()
                    + SimulatedWatchdog.TIMEOUT_NANOS
                    + log.random(rank.rank(), 5).nextInt(300_000_000);
            if (rank.joining() != null && nanos < agent(rank).endNanos(rank.rank()) && nanos < job.end()) {
                long joined = job.ranks().stream()
                        .filter(other -> other.joining() == rank.joining()
                                && other.rendezvous().equals(rank.rendezvous()))
                        .count();
                fail(
                        rank,
                        nanos,
                        new PythonTraceback(rank.groups().isEmpty() ? ScriptLine.JOIN_WORLD : ScriptLine.JOIN_GROUPS)
                                .in("_store_based_barrier"),
                        "torch.distributed.DistStoreError: Timed out initializing process group in store based barrier on"
                                + " rank " + rank.rank() + ", for key: store_based_barrier_key:" + rank.rendezvous()
                                + " (world_size=" + rank.joining().size() + ", num_workers_joined=" + joined
                                + ", timeout=0:01:00 error=Timed out after 61 seconds waiting for clients. " + joined
                                + "/"
                                + rank.joining().size() + " clients joined.)");
            }
        }
    }

    /** Prints a traceback and ends the process with exit code 1. */
    void fail(SimulatedRankState rank, long nanos, PythonTraceback traceback, String error) {
        traceback.print(log, rank.rank(), nanos, error);
        agent(rank).ends(rank.rank(), nanos + EXIT_NANOS, 1);
    }

    /** Ends the job and writes one file a host. */
    void write(Path folder, RankDamage damage) throws IOException {
        for (int node = 0; node < agents.size(); node++) {
            if (job.hangs() || job.ranks().stream().allMatch(SimulatedRankState::ended)) {
                agents.get(node).close(job.end());
            }
            String name = agents.size() == 1 ? "console.log" : "console-" + SimulatedProcess.host(node) + ".log";
            log.write(folder.resolve(name), log.console(node, damage), job.end() + CLOSING_NANOS);
        }
    }
}
