package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.writer.SimulatedProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The agent of {@code torchrun} on one host. When a worker fails, it terminates the others and prints a summary whose root cause
 * is the worker that ended first. Not thread-safe.
 */
final class ElasticAgent {
    private static final int AGENT_PID = 1400;
    private static final int SIGKILL = 9;
    private static final int SIGTERM = 15;
    /** The default of {@code --monitor-interval}. */
    private static final long MONITOR_NANOS = 100_000_000;

    private static final long CLOSE_NANOS = 420_000_000;
    private static final String API = " torch/distributed/elastic/multiprocessing/api.py";

    /**
     * The end of a worker.
     *
     * @param nanos when, nanoseconds since the job's start
     * @param exitCode the exit code; negative for a signal
     */
    record WorkerEnd(long nanos, int exitCode) {}

    private final int node;
    private final List<SimulatedProcess> workers = new ArrayList<>();
    private final JobLog log;
    private final Map<Integer, WorkerEnd> ends = new TreeMap<>();

    /** Makes the agent of a host in a job of {@code world} ranks. */
    ElasticAgent(int node, int world, JobLog log) {
        this.node = node;
        this.log = log;
        for (int rank = node * SimulatedProcess.PER_HOST;
                rank < Math.min(world, (node + 1) * SimulatedProcess.PER_HOST);
                rank++) {
            workers.add(new SimulatedProcess(rank));
        }
        StringBuilder stars = new StringBuilder("\n").append("*".repeat(41)).append('\n');
        stars.append("Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your")
                .append(" system being overloaded, please further tune the variable for optimal performance in your")
                .append(" application as needed. \n")
                .append("*".repeat(41));
        log.addAgent(0, node, stars.toString());
    }

    /** Notes that a worker ends by itself, unless it ended before. */
    void ends(int rank, long nanos, int exitCode) {
        WorkerEnd end = new WorkerEnd(nanos, exitCode);
        ends.merge(rank, end, (one, other) -> one.nanos() <= other.nanos() ? one : other);
    }

    /** Returns when a worker ends; {@link Long#MAX_VALUE} if nothing ends it. */
    long endNanos(int rank) {
        WorkerEnd own = ends.get(rank);
        return Math.min(own == null ? Long.MAX_VALUE : own.nanos(), terminationNanos());
    }

    private WorkerEnd firstFailure() {
        return ends.values().stream()
                .filter(end -> end.exitCode() != 0)
                .min(Comparator.comparingLong(WorkerEnd::nanos))
                .orElse(null);
    }

    /** Returns when the agent terminates its workers; {@link Long#MAX_VALUE} if it does not. */
    private long terminationNanos() {
        WorkerEnd first = firstFailure();
        return first == null ? Long.MAX_VALUE : first.nanos() + MONITOR_NANOS;
    }

    /** Prints how the job ends on this host; {@code interruptNanos} is when a user stops a job that hangs. */
    void close(long interruptNanos) {
        long terminated = terminationNanos();
        if (terminated < interruptNanos) {
            terminate(terminated);
            summarize(terminated);
        } else if (ends.size() < workers.size()) {
            log.addAgent(
                    interruptNanos,
                    node,
                    "W" + log.agentTime(interruptNanos) + " " + AGENT_PID
                            + " torch/distributed/elastic/agent/server/api.py:739] Received 15 death signal, shutting down"
                            + " workers");
            terminate(interruptNanos);
            log.addAgent(
                    interruptNanos + CLOSE_NANOS,
                    node,
                    traceback(
                            "result = self._invoke_run(role)",
                            "torch.distributed.elastic.multiprocessing.api.SignalException: Process " + AGENT_PID
                                    + " got signal: 15"));
        }
    }

    private void terminate(long nanos) {
        for (SimulatedProcess worker : workers) {
            WorkerEnd own = ends.get(worker.rank());
            if (own == null || own.nanos() > nanos) {
                log.addAgent(
                        nanos,
                        node,
                        "W" + log.agentTime(nanos) + " " + AGENT_PID + API + ":1012] Sending process " + worker.pid()
                                + " closing signal SIGTERM");
                ends.put(worker.rank(), new WorkerEnd(nanos, -SIGTERM));
                log.end(worker.rank(), nanos);
            }
        }
    }

    private void summarize(long terminated) {
        WorkerEnd first = firstFailure();
        int root = ends.entrySet().stream()
                .filter(end -> end.getValue().equals(first))
                .findFirst()
                .orElseThrow()
                .getKey();
        SimulatedProcess worker = new SimulatedProcess(root);
        long nanos = terminated + CLOSE_NANOS;
        StringBuilder text = new StringBuilder("E" + log.agentTime(nanos) + " " + AGENT_PID + API
                + ":986] failed (exitcode: " + first.exitCode() + ") local_rank: " + worker.localRank() + " (pid: "
                + worker.pid() + ") of binary: /usr/bin/python3\n");
        text.append(traceback(
                "raise ChildFailedError(", "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: "));
        String rule = "-".repeat(60) + "\n";
        text.append('\n')
                .append("=".repeat(60))
                .append("\ntrain.py FAILED\n")
                .append(rule)
                .append("Failures:\n");
        int number = 1;
        for (Map.Entry<Integer, WorkerEnd> end : ends.entrySet()) {
            if (end.getKey() != root && end.getValue().exitCode() != 0) {
                describe(number++, end.getKey(), end.getValue(), text);
            }
        }
        if (number == 1) {
            text.append("  <NO_OTHER_FAILURES>\n");
        }
        text.append(rule).append("Root Cause (first observed failure):\n");
        describe(0, root, first, text);
        log.addAgent(nanos, node, text.append("=".repeat(60)).toString());
    }

    private void describe(int number, int rank, WorkerEnd end, StringBuilder text) {
        SimulatedProcess worker = new SimulatedProcess(rank);
        text.append('[').append(number).append("]:\n  time      : ").append(log.summaryTime(end.nanos()));
        text.append("\n  host      : ").append(worker.host());
        text.append("\n  rank      : ").append(rank).append(" (local_rank: ").append(worker.localRank());
        text.append(")\n  exitcode  : ")
                .append(end.exitCode())
                .append(" (pid: ")
                .append(worker.pid());
        text.append(")\n  error_file: <N/A>\n  traceback : ");
        text.append(
                switch (-end.exitCode()) {
                    case SIGTERM -> "Signal 15 (SIGTERM) received by PID " + worker.pid();
                    case SIGKILL -> "Signal 9 (SIGKILL) received by PID " + worker.pid();
                    case SimulatedWatchdog.SIGABRT -> "Signal 6 (SIGABRT) received by PID " + worker.pid();
                    default -> "To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html";
                });
        text.append('\n');
    }

    private static String traceback(String last, String error) {
        String library = "  File \"/usr/lib/python3.12/site-packages/torch/distributed/";
        return "Traceback (most recent call last):\n  File \"/usr/bin/torchrun\", line 8, in <module>\n    sys.exit(main())\n"
                + "             ^^^^^^\n" + library
                + "elastic/multiprocessing/errors/__init__.py\", line 362, in wrapper\n"
                + "    return f(*args, **kwargs)\n           ^^^^^^^^^^^^^^^^^^\n" + library
                + "run.py\", line 990, in main\n    run(args)\n" + library
                + "launcher/api.py\", line 317, in launch_agent\n    " + last + "\n" + error;
    }
}
