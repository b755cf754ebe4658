package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.writer.pytorch.ProcessGroupCounters;
import dev.rollcall.samples.generate.writer.pytorch.PythonNames;
import dev.rollcall.trace.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The watchdogs of c10d's NCCL groups: each watches one group of one rank. One whose oldest call exceeds the timeout prints
 * the call and the group's counters and signals all ranks to dump; the default group's monitor prints that. The lines are those
 * of PyTorch 2.10. Not thread-safe.
 */
final class SimulatedWatchdog {
    /** The timeout of the generated job's groups. */
    static final long TIMEOUT_NANOS = 60_000_000_000L;

    static final int SIGABRT = 6;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LINE_NANOS = 200_000;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int MOST_JITTER_MILLIS = 100;

    /** A signal to dump: the rank that gave it, when, and the group and the time-out it gave it for. */
    private record Signal(int rank, long nanos, SimulatedCommunicator group, String timeout) {}

    private final JobState job;
    private final JobLog log;
    private final boolean described;
    private final boolean aborts;
    private final Map<Integer, Signal> signals = new TreeMap<>();

    /**
     * Makes the watchdogs of a job.
     *
     * @param described whether lines name groups by their description
     * @param aborts whether a watchdog ends its process after the dump
     */
    SimulatedWatchdog(JobState job, JobLog log, boolean described, boolean aborts) {
        this.job = job;
        this.log = log;
        this.described = described;
        this.aborts = aborts;
    }

    /** Prints what the watchdogs see, as long as the processes live, and lets those that abort end. */
    void watch(List<ElasticAgent> agents) {
        for (SimulatedRankState rank : job.ranks()) {
            timeOut(rank, agents.get(rank.process().node()));
        }
        Signal first = signals.values().stream()
                .min((one, other) -> Long.compare(one.nanos(), other.nanos()))
                .orElse(null);
        if (first == null) {
            return;
        }
        for (SimulatedRankState rank : job.ranks()) {
            ElasticAgent agent = agents.get(rank.process().node());
            Signal own = signals.get(rank.rank());
            long dumped = first.nanos()
                    + SECOND_NANOS
                    + log.random(rank.rank(), 1).nextInt(5 * MOST_JITTER_MILLIS) * NANOS_PER_MILLI;
            if (agent.endNanos(rank.rank()) < dumped
                    || rank.ended()
                    || rank.groups().isEmpty()) {
                continue;
            }
            boolean local = own != null && own.nanos() <= dumped;
            dump(rank, local ? rank.rank() : first.rank(), dumped);
            if (aborts && local) {
                abort(rank, own, agent, dumped + 2 * SECOND_NANOS);
            }
        }
    }

    /** Prints the calls of a rank that exceed the timeout, of each group the oldest. */
    private void timeOut(SimulatedRankState rank, ElasticAgent agent) {
        List<PendingCall> calls = new ArrayList<>();
        for (SimulatedCommunicator group : rank.groups()) {
            PendingCall oldest = job.oldest(rank, group);
            if (oldest != null) {
                calls.add(oldest);
            }
        }
        calls.sort((one, other) -> Long.compare(one.nanos(), other.nanos()));
        for (PendingCall call : calls) {
            SplittableRandom random =
                    log.random(rank.rank(), 2 + rank.counters(call.group()).localId());
            int late = 1 + random.nextInt(MOST_JITTER_MILLIS);
            long nanos = call.nanos() + TIMEOUT_NANOS + late * NANOS_PER_MILLI;
            if (nanos >= agent.endNanos(rank.rank()) || nanos >= job.end() || rank.ended()) {
                continue;
            }
            log.add(nanos, rank.rank(), line(rank, 'E', nanos, 689) + timeout(rank, call, late));
            log.add(nanos + LINE_NANOS, rank.rank(), failure(rank, call, nanos + LINE_NANOS));
            boolean stack = random.nextBoolean();
            log.add(nanos + 2 * LINE_NANOS, rank.rank(), stack(rank, call, stack, nanos));
            Signal signal = new Signal(rank.rank(), nanos, call.group(), timeout(rank, call, late));
            if (signals.putIfAbsent(rank.rank(), signal) == null) {
                log.add(
                        nanos + 3 * LINE_NANOS,
                        rank.rank(),
                        head(rank, call.group(), nanos + 3 * LINE_NANOS, 2636)
                                + " First PG on this rank to signal dumping.");
            }
        }
    }

    private static String timeout(SimulatedRankState rank, PendingCall call, int late) {
        ElementType type = call.call().type();
        return "[Rank " + rank.counters(call.group()).communicatorRank()
                + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=" + call.sequence() + ", OpType="
                + opType(call) + ", NumelIn=" + elements(type, call.call().countIn()) + ", NumelOut="
                + elements(type, call.call().countOut()) + ", Timeout(ms)=" + TIMEOUT_NANOS / NANOS_PER_MILLI
                + ") ran for " + (TIMEOUT_NANOS / NANOS_PER_MILLI + late) + " milliseconds before timing out.";
    }

    /** NCCL makes a barrier by summing one number. */
    private static String opType(PendingCall call) {
        return call.call().type() == ElementType.UNKNOWN
                ? "ALLREDUCE"
                : PythonNames.opType(call.call().operation());
    }

    private static long elements(ElementType type, long count) {
        return type == ElementType.UNKNOWN ? 1 : count;
    }

    private String failure(SimulatedRankState rank, PendingCall call, long nanos) {
        return head(rank, call.group(), nanos, 2303) + "  failure detected by watchdog at work sequence id: "
                + call.sequence() + " PG status: last enqueued work: " + job.enqueued(rank, call.group())
                + ", last completed work: " + rank.counters(call.group()).completed();
    }

    private String stack(SimulatedRankState rank, PendingCall call, boolean found, long nanos) {
        if (!found) {
            return line(rank, 'E', nanos + 2 * LINE_NANOS, 736)
                    + "Stack trace of the failed collective not found, potentially because FlightRecorder is disabled. You"
                    + " can enable it by setting TORCH_NCCL_TRACE_BUFFER_SIZE to a non-zero value.";
        }
        StringBuilder text = new StringBuilder(line(rank, 'E', nanos + 2 * LINE_NANOS, 733));
        text.append("Stack trace of the failed collective: \n#0 ")
                .append(PythonNames.function(call.call().operation()))
                .append(" from ")
                .append(PythonNames.LIBRARY)
                .append("distributed_c10d.py:3068\n#1 wrapper from ")
                .append(PythonNames.LIBRARY)
                .append("c10d_logger.py:83\n");
        int number = 2;
        for (ScriptLine.Line line : call.call().site().callChain()) {
            text.append('#')
                    .append(number++)
                    .append(' ')
                    .append(PythonNames.function(line))
                    .append(" from ");
            text.append(PythonNames.file(line))
                    .append(':')
                    .append(line.number())
                    .append('\n');
        }
        return text.toString();
    }

    private void dump(SimulatedRankState rank, int signaller, long nanos) {
        SimulatedCommunicator world = rank.groups().iterator().next();
        boolean local = signaller == rank.rank();
        if (!local) {
            log.add(
                    nanos,
                    rank.rank(),
                    head(rank, world, nanos, 1849)
                            + " Observed flight recorder dump signal from another rank via TCPStore.");
        }
        log.add(
                nanos + 1,
                rank.rank(),
                head(rank, world, nanos + LINE_NANOS, 1914)
                        + " Received a dump signal due to a collective timeout from "
                        + (local ? "this local rank" : " rank " + signaller)
                        + " and we will try our best to dump the debug info. Last enqueued NCCL work: "
                        + job.enqueued(rank, world) + ", last completed NCCL work: "
                        + rank.counters(world).completed()
                        + ".This is most likely caused by incorrect usages of collectives, e.g., wrong sizes used across"
                        + " ranks, the order of collectives is not same for all ranks or the scheduled collective, for some"
                        + " reason, didn't run. Additionally, this can be caused by GIL deadlock or other reasons such as"
                        + " network errors or bugs in the communications library (e.g. NCCL), etc. ");
        log.add(
                nanos + 2,
                rank.rank(),
                head(rank, world, nanos + 2 * LINE_NANOS, 1628)
                        + " ProcessGroupNCCL preparing to dump debug info. Include stack trace: 1, only active"
                        + " collectives: 0");
    }

    /** Prints how the watchdog that gave the signal ends its process. */
    private void abort(SimulatedRankState rank, Signal signal, ElasticAgent agent, long earliest) {
        SimulatedCommunicator group = signal.group();
        long nanos = earliest + log.random(rank.rank(), 3).nextInt(9 * MOST_JITTER_MILLIS) * NANOS_PER_MILLI;
        String raised = signal.timeout() + "\nException raised from checkTimeout at"
                + " /pytorch/torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:692 (most recent call first):\n"
                + "frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x80 (0x7f2d1d5a2b80 in libc10.so)\n"
                + "frame #1: c10d::ProcessGroupNCCL::Watchdog::runLoop() + 0x11c4 (0x7f2d1e9b1c44 in libtorch_cuda.so)\n";
        log.add(
                nanos,
                rank.rank(),
                head(rank, group, nanos, 754)
                        + " Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels,"
                        + " subsequent GPU operations might run on corrupted/incomplete data.");
        log.add(
                nanos + 1,
                rank.rank(),
                head(rank, group, nanos + LINE_NANOS, 768)
                        + " To avoid data inconsistency, we are taking the entire process down.");
        log.add(
                nanos + 2,
                rank.rank(),
                head(rank, group, nanos + 2 * LINE_NANOS, 2117)
                        + " Process group watchdog thread terminated with exception: " + raised);
        log.add(
                nanos + 3,
                rank.rank(),
                "terminate called after throwing an instance of 'c10::DistBackendError'\n  what():  "
                        + group(rank, group) + " Process group watchdog thread terminated with exception: " + raised);
        agent.ends(rank.rank(), nanos + 4, -SIGABRT);
    }

    private String head(SimulatedRankState rank, SimulatedCommunicator group, long nanos, int source) {
        return line(rank, 'E', nanos, source) + group(rank, group);
    }

    private String group(SimulatedRankState rank, SimulatedCommunicator group) {
        ProcessGroupCounters counters = rank.counters(group);
        return "[PG ID " + counters.localId() + " PG GUID " + counters.name()
                + (described ? "(" + counters.description() + ")" : "") + " Rank " + counters.communicatorRank() + "]";
    }

    private String line(SimulatedRankState rank, char severity, long nanos, int source) {
        return String.format(
                Locale.ROOT,
                "[rank%d]:[%c%s ProcessGroupNCCL.cpp:%d] ",
                rank.rank(),
                severity,
                log.c10Time(nanos),
                source);
    }
}
