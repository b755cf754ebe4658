package dev.rollcall.analyzer.input.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes what PyTorch and torchrun print, with the wording of PyTorch 2.7 and names of its own. Not thread-safe. */
final class ConsoleText {
    private static final int TIMEOUT_MS = 600_000;

    private final List<String> lines = new ArrayList<>();
    /** The indices of the lines that a rank wrote; those of torchrun for -1. */
    private final Map<Integer, List<Integer>> byRank = new TreeMap<>();

    private int second = 5;

    /** Adds a line of a rank, with its prefix; without one for -1. */
    ConsoleText line(int rank, String text) {
        byRank.computeIfAbsent(rank, number -> new ArrayList<>()).add(lines.size());
        lines.add(rank < 0 ? text : "[rank" + rank + "]:" + (text.startsWith("[E") ? "" : " ") + text);
        return this;
    }

    private String time() {
        second++;
        return "E714 03:%02d:%02d.123456789".formatted(20 + second / 60, second % 60);
    }

    /** Adds the time-out of a call on the group of all ranks, and the counters at that moment. */
    ConsoleText timeout(int rank, String operation, long elements, long sequence, long enqueued) {
        return timeout(rank, rank, "0(default_pg)", operation, elements, sequence, enqueued);
    }

    ConsoleText timeout(
            int rank, int groupRank, String group, String operation, long elements, long sequence, long enqueued) {
        line(
                rank,
                "[" + time() + " ProcessGroupNCCL.cpp:629] [Rank " + groupRank
                        + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=" + sequence + ", OpType="
                        + operation + ", NumelIn=" + elements + ", NumelOut=" + elements + ", Timeout(ms)=" + TIMEOUT_MS
                        + ") ran for " + (TIMEOUT_MS + 17 + rank) + " milliseconds before timing out.");
        return line(
                rank,
                "[" + time() + " ProcessGroupNCCL.cpp:2168] [PG ID 0 PG GUID " + group + " Rank " + groupRank
                        + "]  failure detected by watchdog at work sequence id: " + sequence
                        + " PG status: last enqueued work: " + enqueued + ", last completed work: " + (sequence - 1));
    }

    /** Adds what a rank prints that timed out nowhere and sees another rank's signal. */
    ConsoleText observed(int rank, long enqueued, long completed) {
        return line(
                rank,
                "[" + time() + " ProcessGroupNCCL.cpp:1684] [PG ID 0 PG GUID 0(default_pg) Rank " + rank
                        + "] Received a dump signal due to a collective timeout from  rank 0 and we will try our best to"
                        + " dump the debug info. Last enqueued NCCL work: " + enqueued
                        + ", last completed NCCL work: " + completed + ".This is most likely caused by wrong sizes.");
    }

    /** Adds the stack of the call that timed out last; the frames have no prefix. */
    ConsoleText stack(int rank, String function, int line) {
        line(rank, "[" + time() + " ProcessGroupNCCL.cpp:667] Stack trace of the failed collective: ");
        line(
                -1,
                "#0 all_reduce from /opt/venv/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py:2810");
        line(-1, "#1 " + function + " from /home/ml/fit.py:" + line);
        return line(-1, "#2 <module> from /home/ml/fit.py:90");
    }

    /** Adds a traceback of a call that c10d ends with an error. */
    private ConsoleText failedCall(int rank, String exception) {
        line(rank, "Traceback (most recent call last):");
        line(rank, "  File \"/home/ml/fit.py\", line 41, in fit");
        line(rank, "    dist.all_reduce(loss)");
        line(rank, "  File \"/opt/venv/lib/torch/distributed/distributed_c10d.py\", line 2810, in all_reduce");
        line(rank, "    work = group.allreduce([tensor], opts)");
        return line(rank, exception);
    }

    /** Adds a traceback. */
    ConsoleText exception(int rank, String exception) {
        line(rank, "Traceback (most recent call last):");
        line(rank, "  File \"/home/ml/fit.py\", line 90, in <module>");
        line(rank, "    fit()");
        line(rank, "  File \"/home/ml/fit.py\", line 41, in fit");
        line(rank, "    loss.check()");
        line(rank, "    ^^^^^^^^^^^^");
        return line(rank, exception);
    }

    /** Adds a DETAIL error: what the rank says of its own call, and garbage about another rank. */
    ConsoleText mismatch(int rank, int other, long sequence, String operation, String shape) {
        return failedCall(
                rank,
                "RuntimeError: Detected mismatch between collectives on ranks. Rank " + rank
                        + " is running collective: CollectiveFingerPrint(SequenceNumber=" + sequence + ", OpType="
                        + operation + ", TensorShape=[" + shape + "], TensorDtypes=Float, TensorDeviceTypes="
                        + "TensorOptions(dtype=float (default))), but Rank " + other
                        + " is running collective: CollectiveFingerPrint(SequenceNumber=0OpType=GATHER).Collectives differ");
    }

    /** Adds what rank 0 says of ranks that did not come to a monitored barrier. */
    ConsoleText missing(int... ranks) {
        String names = String.join(
                ", ", java.util.Arrays.stream(ranks).mapToObj(String::valueOf).toList());
        return line(
                0,
                "[" + time() + " ProcessGroupGloo.cpp:67] [Rank 0]: Ranks " + names
                        + " failed to pass monitoredBarrier in 600000 ms");
    }

    /** Adds what another rank says that came to the barrier. */
    ConsoleText reached(int rank) {
        return reached(rank, rank);
    }

    /** Adds what a rank says that came to the barrier of a group in which it has another number. */
    ConsoleText reached(int rank, int groupRank) {
        return failedCall(
                rank,
                "RuntimeError: Rank " + groupRank
                        + " successfully reached monitoredBarrier, but received errors while waiting"
                        + " for send/recv from rank 0. Please check rank 0 logs for faulty rank.");
    }

    /** Adds torchrun's end: the ranks failed by themselves with these exit codes, it ended all others. */
    ConsoleText torchrun(int world, Map<Integer, Integer> failed) {
        for (int rank = 0; rank < world; rank++) {
            if (!failed.containsKey(rank)) {
                line(
                        -1,
                        "W0714 03:31:00.000000 77 torch/distributed/elastic/multiprocessing/api.py:900] Sending process "
                                + (500 + rank) + " closing signal SIGTERM");
            }
        }
        line(-1, "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ");
        line(-1, "============================================================");
        line(-1, "Failures:");
        for (int rank = 0; rank < world; rank++) {
            line(-1, "[" + rank + "]:");
            line(-1, "  time      : 2026-07-14_03:31:00");
            line(-1, "  host      : gpu1");
            line(-1, "  rank      : " + rank + " (local_rank: " + rank + ")");
            line(-1, "  exitcode  : " + failed.getOrDefault(rank, -15) + " (pid: " + (500 + rank) + ")");
            line(-1, "  error_file: <N/A>");
            line(-1, "  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html");
        }
        return line(-1, "============================================================");
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns the indices of the lines of a rank. */
    List<Integer> linesOf(int rank) {
        return List.copyOf(byRank.getOrDefault(rank, List.of()));
    }
}
