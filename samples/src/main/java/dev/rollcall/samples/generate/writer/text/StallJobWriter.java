package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.pytorch.PythonNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes what rank 0 prints about the ranks that a call on the group of all ranks waits for: Horovod's stall inspector, or c10d's
 * desync report. Nothing, where no rank waits in such a call.
 */
public final class StallJobWriter implements JobWriter {
    private final Path folder;
    private final long seed;
    private final RankDamage damage;
    private final boolean horovod;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the file
     * @param seed the job's seed
     * @param damage what happens to one rank; if removed, nothing is said of it
     * @param horovod whether Horovod writes it
     */
    public StallJobWriter(Path folder, long seed, RankDamage damage, boolean horovod) {
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
        this.horovod = horovod;
    }

    @Override
    public void write(Simulation simulation) throws IOException {
        JobState job = JobState.of(simulation, seed);
        List<PendingCall> waiting = new ArrayList<>();
        for (SimulatedRankState rank : job.ranks()) {
            for (PendingCall call : rank.pending()) {
                if (call.group().size() == job.ranks().size()
                        && !call.call().operation().pointToPoint()) {
                    waiting.add(call);
                }
            }
        }
        PendingCall oldest = waiting.stream()
                .min(Comparator.comparingLong(PendingCall::sequence))
                .orElse(null);
        if (oldest != null) {
            JobLog log = new JobLog(seed);
            String text = horovod ? stall(job, oldest) : desync(job, oldest, log.c10Time(job.end()));
            log.write(folder.resolve(horovod ? "horovod.log" : "console.log"), text, job.end());
        }
    }

    private List<SimulatedRankState> ranks(JobState job, PendingCall call, boolean issued) {
        return job.ranks().stream()
                .filter(rank -> !damage.removes(rank.rank()))
                .filter(rank -> JobState.hasIssued(rank, call) == issued)
                .toList();
    }

    private String stall(JobState job, PendingCall call) {
        StringBuilder text = new StringBuilder(
                "[2026-11-20 16:35:15.181832: W /horovod/common/stall_inspector.cc:105] One or more tensors were submitted to be"
                        + " reduced, gathered or broadcasted by subset of ranks and are waiting for remainder of ranks for more"
                        + " than 60 seconds. This may indicate that different ranks are trying to submit different tensors.\n"
                        + "Missing ranks:\n");
        for (SimulatedRankState rank : ranks(job, call, false)) {
            text.append(rank.rank() + ": [" + call.call().operation().label().replace("_", "") + ".tensor_"
                    + call.sequence() + "]\n");
        }
        return text.append("step 12\n").toString();
    }

    private String desync(JobState job, PendingCall call, String time) {
        SimulatedCommunicator world = call.group();
        String operation = PythonNames.opType(call.call().operation());
        List<SimulatedRankState> behind = ranks(job, call, false);
        List<SimulatedRankState> started = ranks(job, call, true);
        StringBuilder text = new StringBuilder("[rank0]:[E" + time + " ProcessGroupNCCL.cpp:1990] [Rank 0] "
                + behind.size() + " ranks that caused the desync are:\n");
        text.append("\t - [" + list(behind) + "] joined but didn't join collective #" + call.sequence()
                + " (count from 1)\n\t - Snapshot of ranks' latest states:\n");
        for (SimulatedRankState rank : behind) {
            if (rank.groups().contains(world)) {
                text.append("\t   #" + rank.counters(world).collectives() + " finished ranks:\n\t     [" + rank.rank()
                        + "] finished ALLREDUCE\n");
            }
        }
        return text.append("\t   #" + call.sequence() + " started ranks:\n\t     [" + list(started) + "] started "
                        + operation + "\n")
                .toString();
    }

    private static String list(List<SimulatedRankState> ranks) {
        return ranks.stream().map(rank -> String.valueOf(rank.rank())).collect(Collectors.joining(", "));
    }
}
