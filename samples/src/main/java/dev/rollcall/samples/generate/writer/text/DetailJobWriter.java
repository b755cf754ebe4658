package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import dev.rollcall.samples.generate.writer.pytorch.PythonNames;
import dev.rollcall.trace.ElementType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the console of a job under {@code TORCH_DISTRIBUTED_DEBUG=DETAIL} and {@code NCCL_DEBUG=INFO}, one file a host. c10d's
 * ProcessGroupWrapper lets the members of a group meet in {@code monitoredBarrier} before each collective and compare their
 * fingerprints: operation, shape and type, but not root, reduction or splits. A rank whose fingerprint differs from others names
 * the first of them.
 */
public final class DetailJobWriter implements JobWriter {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long FAILURE_NANOS = 60 * NANOS_PER_MILLI;
    private static final String DEVICE =
            "TensorOptions(dtype=float (default), device=cuda, layout=Strided (default), requires_grad=false (default),"
                    + " pinned_memory=false (default), memory_format=(nullopt))";

    private final Path folder;
    private final long seed;
    private final RankDamage damage;
    private final NcclCommunicators communicators;

    /**
     * Makes a writer.
     *
     * @param folder an existing folder for the files
     * @param seed the job's seed
     * @param damage what happens to the lines of one rank
     */
    public DetailJobWriter(Path folder, long seed, RankDamage damage) {
        this.folder = folder;
        this.seed = seed;
        this.damage = damage;
        this.communicators = new NcclCommunicators(seed);
    }

    /** Writes the files of a simulated {@link HostSynchronousProgram}. */
    @Override
    public void write(Simulation simulation) throws IOException {
        JobState job = JobState.of(simulation, seed);
        JobLog log = new JobLog(seed);
        JobConsole console = new JobConsole(job, log);
        job.ranks().forEach(rank -> rank.groups().forEach(group -> printCreation(rank, group, log)));
        console.printEnds();
        if (job.hangs()) {
            console.printFailedJoins();
            Set<Integer> meeting = new HashSet<>();
            for (SimulatedRankState rank : job.ranks()) {
                PendingCall call = rank.blocking();
                if (call != null && !call.call().operation().pointToPoint()) {
                    printMeeting(rank, call, job, console, log, meeting);
                }
            }
            new SimulatedWatchdog(job.meeting(meeting), log, false, seed / 2 % 2 != 0).watch(console.agents());
        }
        console.write(folder, damage);
    }

    private void printCreation(SimulatedRankState rank, SimulatedCommunicator group, JobLog log) {
        SimulatedProcess process = rank.process();
        long nanos = (long) rank.counters(group).localId() * 15 * NANOS_PER_MILLI
                + log.random(rank.rank(), 6).nextInt(999_999);
        String start = process.host() + ":" + process.pid() + ":" + process.pid() + " [" + process.localRank()
                + "] NCCL INFO ";
        String created = String.format(
                Locale.ROOT,
                "%sncclCommInitRankConfig comm 0x%x rank %d nranks %d cudaDev %d nvmlDev %d busId %x commId 0x%x - Init ",
                start,
                communicators.address(group, rank.rank()),
                rank.counters(group).communicatorRank(),
                group.size(),
                process.localRank(),
                process.localRank(),
                0x60 + 0x10 * process.localRank(),
                communicators.id(group));
        log.add(nanos, rank.rank(), created + "START");
        log.add(nanos + 5 * NANOS_PER_MILLI, rank.rank(), start + "RAS client listening socket at 127.0.0.1<28028>");
        log.add(nanos + 9 * NANOS_PER_MILLI, rank.rank(), created + "COMPLETE");
    }

    /** Prints what becomes of a rank that waits in a collective; adds it to those that never leave the wrapper for NCCL. */
    private void printMeeting(
            SimulatedRankState rank,
            PendingCall call,
            JobState job,
            JobConsole console,
            JobLog log,
            Set<Integer> meeting) {
        int[] members = call.group().members();
        List<Integer> missing = new ArrayList<>();
        PendingCall different = null;
        int differing = -1;
        long latest = call.nanos();
        for (int i = 0; i < members.length; i++) {
            PendingCall other = job.ranks().get(members[i]).blocking();
            if (other == null || other.group() != call.group() || other.sequence() != call.sequence()) {
                missing.add(i);
            } else {
                latest = Math.max(latest, other.nanos());
                if (different == null && !sameFingerprint(call.call(), other.call())) {
                    different = other;
                    differing = i;
                }
            }
        }
        int own = rank.counters(call.group()).communicatorRank();
        String error;
        long nanos = latest + FAILURE_NANOS + log.random(rank.rank(), 7).nextInt(400) * NANOS_PER_MILLI;
        if (missing.isEmpty()) {
            if (different == null) {
                return;
            }
            error = mismatch(own, call, differing, different);
        } else {
            SimulatedRankState first = job.ranks().get(members[0]);
            long closed = own != 0 && first.ended() ? console.agent(first).endNanos(first.rank()) : Long.MAX_VALUE;
            error = barrier(own, missing, missing.contains(0) && closed == Long.MAX_VALUE);
            nanos = Math.min(call.nanos() + SimulatedWatchdog.TIMEOUT_NANOS, Math.max(call.nanos(), closed))
                    + (own == 0 ? 0 : FAILURE_NANOS)
                    + log.random(rank.rank(), 7).nextInt(400) * NANOS_PER_MILLI;
            if (nanos < console.agent(rank).endNanos(rank.rank())) {
                log.add(
                        nanos - 1,
                        rank.rank(),
                        "[rank" + rank.rank() + "]:[E" + log.c10Time(nanos - 1) + " ProcessGroupGloo.cpp:67] "
                                + error.lines().findFirst().orElse(""));
            }
        }
        meeting.add(rank.rank());
        if (nanos < console.agent(rank).endNanos(rank.rank())) {
            console.fail(
                    rank,
                    nanos,
                    new PythonTraceback(call.call().site())
                            .in(PythonNames.function(call.call().operation())),
                    "RuntimeError: " + error);
        }
    }

    private static String barrier(int own, List<Integer> missing, boolean timedOut) {
        if (own != 0) {
            String reason = timedOut
                    ? "[/pytorch/third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:78] Timed out waiting 60000ms for recv"
                            + " operation to complete"
                    : "[/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by peer [127.0.0.1]:18111";
            return "Rank " + own
                    + " successfully reached monitoredBarrier, but received errors while waiting for send/recv"
                    + " from rank 0. Please check rank 0 logs for faulty rank.\n Original exception: \n" + reason;
        }
        return "[Rank 0]: Ranks "
                + String.join(", ", missing.stream().map(String::valueOf).toList())
                + " failed to pass monitoredBarrier in 60000 ms";
    }

    private static boolean sameFingerprint(SimulatedCall one, SimulatedCall other) {
        return one.operation() == other.operation()
                && one.type() == other.type()
                && one.countIn() == other.countIn()
                && one.countOut() == other.countOut();
    }

    private static String mismatch(int own, PendingCall call, int differing, PendingCall different) {
        String mine = fingerprint(call);
        boolean readable = hasTensor(call) == hasTensor(different);
        // Fingerprints of different lengths overlap in the exchange, so that one reads garbage about the other.
        String others = readable
                ? fingerprint(different)
                : "CollectiveFingerPrint(SequenceNumber=0OpType=" + (hasTensor(call) ? "REDUCE" : "GATHER") + ")";
        StringBuilder text = new StringBuilder("Detected mismatch between collectives on ranks. Rank ")
                .append(own)
                .append(" is running collective: ")
                .append(mine)
                .append(", but Rank ")
                .append(differing)
                .append(" is running collective: ")
                .append(others)
                .append(".Collectives differ in the following aspects: ");
        if (!readable) {
            text.append("\t Sequence number: ").append(call.sequence() - 1).append("vs 0");
        }
        if (!readable || call.call().operation() != different.call().operation()) {
            text.append("  Op type: ").append(PythonNames.opType(call.call().operation()));
            text.append("vs ")
                    .append(
                            readable
                                    ? PythonNames.opType(different.call().operation())
                                    : hasTensor(call) ? "REDUCE" : "GATHER");
        }
        if (readable && hasTensor(call)) {
            if (call.call().countIn() != different.call().countIn()) {
                text.append("  Tensor Tensor shapes: ")
                        .append(call.call().countIn())
                        .append("vs ");
                text.append(different.call().countIn());
            }
            if (call.call().type() != different.call().type()) {
                text.append("  Tensor Tensor dtypes: ")
                        .append(PythonNames.elementType(call.call().type()));
                text.append("vs ")
                        .append(PythonNames.elementType(different.call().type()));
            }
        }
        return text.toString();
    }

    private static boolean hasTensor(PendingCall call) {
        return call.call().type() != ElementType.UNKNOWN;
    }

    /** The wrapper counts from 0, c10d from 1. */
    private static String fingerprint(PendingCall call) {
        String sequence = "CollectiveFingerPrint(SequenceNumber=" + (call.sequence() - 1);
        String operation = "OpType=" + PythonNames.opType(call.call().operation());
        return hasTensor(call)
                ? sequence + ", " + operation + ", TensorShape=[" + call.call().countIn() + "], TensorDtypes="
                        + PythonNames.elementType(call.call().type()) + ", TensorDeviceTypes=" + DEVICE + ")"
                : sequence + operation + ")";
    }
}
