package dev.rollcall.analyzer.input.console;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Slurm's {@code srun} and Open MPI's {@code mpirun} say of the tasks that ended. Only the first task that ends can be the cause:
 * the launcher, or the loss of that task, ends the others. The first one that the launcher reports need not be the first that
 * ended. Not thread-safe.
 *
 * <pre>
 * srun: error: node3: task 5: Killed
 * srun: error: node3: tasks 0-3,6: Exited with exit code 1
 * slurmstepd: error: *** STEP 12.0 ON node1 CANCELLED AT 2026-11-22T10:18:08 DUE TO TIME LIMIT ***
 * mpirun noticed that process rank 3 with PID 4711 on node node1 exited on signal 9 (Killed).
 *   Process name: [[1234,1],3]
 *   Exit code:    1
 * </pre>
 */
final class LauncherKills {
    private static final String CHILD = "Child process with PID ";

    /** Words that each message has one of. */
    static final List<String> WORDS = List.of(
            "srun: error: ",
            "srun: Job step aborted",
            "srun: Terminating",
            "srun: Force Terminated",
            "_step_signal: Terminating",
            " CANCELLED AT ",
            "noticed that process rank ",
            "Process name: [[",
            "Exit code:   ",
            CHILD,
            "-- Process ",
            "ProcessExitedException: process ");

    /** Words of lines that show a launcher which starts several ranks in one task, so that a task is no rank. */
    static final List<String> LAUNCHER_WORDS = List.of(
            "distributed.elastic",
            "distributed/elastic",
            "distributed.run",
            "distributed/run.py",
            "commands/launch.py",
            "torchrun");

    /** What srun writes of tasks that ended for a reason of their own. SIGABRT can follow from a wait, SIGTERM from an end. */
    private static final Map<String, String> REASONS = Map.of(
            "Killed", "SIGKILL",
            "Out Of Memory", "SIGKILL",
            "Segmentation fault", "SIGSEGV",
            "Bus error", "SIGBUS",
            "Illegal instruction", "SIGILL",
            "Floating point exception", "SIGFPE");

    private static final Pattern TASKS =
            Pattern.compile("srun: error: (\\S{1,253}): tasks? (\\d{1,7})((?:[,-]\\d{1,7}){0,8192}+): ([\\w ]{1,40})");
    private static final Pattern EXIT_CODE = Pattern.compile("Exited with exit code (\\d{1,3})\\b");

    /** What a shell or srun adds to a signal for the exit code of a task that the signal ended. */
    private static final int SIGNAL_BASE = 128;

    /** Open MPI names the first process that it saw end, and in the next line how. */
    private static final Pattern MPI_PROCESS =
            Pattern.compile("^ *Process name: \\[\\[\\d{1,10},\\d{1,10}\\],(\\d{1,7})\\]");

    private static final Pattern MPI_CODE = Pattern.compile("^ *Exit code: {1,8}(\\d{1,3})\\b");

    private static final Pattern PROCESS = Pattern.compile(
            "noticed that process rank (\\d{1,7}) with PID \\d{1,10} on node \\S{1,253} exited on signal (\\d{1,2})\\b");
    /**
     * What PyTorch Lightning and {@code torch.multiprocessing.spawn} say of the process that they saw end first, with its number on the
     * host, which is a rank only in a job of one host ({@code fabric/strategies/launchers/subprocess_script.py},
     * {@code torch/multiprocessing/spawn.py}).
     */
    private static final Pattern LOCAL_PROCESS = Pattern.compile(
            CHILD + "\\d{1,10} terminated with code -?\\d{1,3}|-- Process \\d{1,7} terminated with the following error"
                    + "|(?<=ProcessExitedException: )process \\d{1,7} terminated with (?:exit code \\d{1,3}|signal \\w{1,20})");

    private static final Pattern CANCELLED = Pattern.compile(
            "slurmstepd: error: \\*\\*\\* (?:STEP|JOB) \\S{1,40} ON .* CANCELLED AT |srun: (?:Job step aborted|Terminating|Force Terminated)"
                    + "|_step_signal: Terminating");

    private static final Pattern LAUNCHER_IN_TASK =
            Pattern.compile("distributed[./](?:elastic|run\\b)|commands/launch\\.py|\\btorchrun\\b");

    /** A task, or the first and the last of several. */
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");

    private static final Pattern LABEL = Pattern.compile("\\btask (\\d{1,7})\\b");

    private int killed = -1;
    private String signal = "";
    /** The first task that was reported, in a few words. */
    private String firstText = "";
    /** The tasks that gave an exit code of their own, before the launcher said that it ends all. */
    private final BitSet exited = new BitSet();
    /** The process that Open MPI just named; -1 for none. */
    private int mpiProcess = -1;
    /** Whether a label of srun numbers a task as its rank; whether one contradicts. */
    private boolean labelled;

    private boolean contradicted;
    private boolean interrupted;
    private int highest = -1;
    private boolean slurm;
    private boolean ended;
    private boolean cancelled;
    private boolean severalRanksInTask;

    /**
     * Adds a line that has one of the words.
     *
     * @param failed whether a rank already failed for another reason or waits too long, so that an end now follows from that
     */
    void add(String text, BooleanSupplier failed) {
        if (CANCELLED.matcher(text).find()) {
            interrupted |= !ended;
            ended = true;
            cancelled = true;
            return;
        }
        Matcher tasks = TASKS.matcher(text);
        if (tasks.find()) {
            slurm = true;
            BitSet named = new BitSet();
            Matcher numbers = RANGE.matcher(tasks.group(2) + tasks.group(3));
            while (numbers.find()) {
                int from = Integer.parseInt(numbers.group(1));
                int to = numbers.group(2) == null ? from : Integer.parseInt(numbers.group(2));
                highest = Math.max(highest, to);
                named.set(Math.min(from, ReportedRanks.MOST), Math.min(Math.max(from, to) + 1, ReportedRanks.MOST));
            }
            Matcher code = EXIT_CODE.matcher(tasks.group(4));
            boolean coded = code.find();
            String reason = coded
                    ? signalOf(Integer.parseInt(code.group(1)))
                    : REASONS.getOrDefault(tasks.group(4).stripTrailing(), "");
            if (coded && reason.isEmpty() && !cancelled && Integer.parseInt(code.group(1)) > 0) {
                exited.or(named);
            }
            String shown = "task " + tasks.group(2) + " on " + tasks.group(1) + " ("
                    + tasks.group(4).stripTrailing() + ")";
            end(tasks.group(3).isEmpty() ? Integer.parseInt(tasks.group(2)) : -1, reason, shown, failed);
            return;
        }
        Matcher process = PROCESS.matcher(text);
        if (process.find()) {
            int rank = Integer.parseInt(process.group(1));
            highest = Math.max(highest, rank);
            String reason = ConsoleSource.SIGNALS.getOrDefault(Integer.parseInt(process.group(2)), "");
            end(rank, reason, "process rank " + rank + " (signal " + process.group(2) + ")", failed);
        }
        Matcher local = LOCAL_PROCESS.matcher(text);
        if (local.find()) {
            end(-1, "", "a process of one host (" + local.group().replaceFirst("^-- ", "") + ")", () -> false);
        }
        Matcher name = MPI_PROCESS.matcher(text);
        if (name.find()) {
            mpiProcess = Integer.parseInt(name.group(1));
        }
        Matcher code = MPI_CODE.matcher(text);
        if (mpiProcess >= 0 && code.find()) {
            int exitCode = Integer.parseInt(code.group(1));
            highest = Math.max(highest, mpiProcess);
            if (signalOf(exitCode).isEmpty() && exitCode > 0 && mpiProcess < ReportedRanks.MOST) {
                exited.set(mpiProcess);
            }
            end(mpiProcess, signalOf(exitCode), "process rank " + mpiProcess + " (exit code " + exitCode + ")", failed);
            mpiProcess = -1;
        }
    }

    private static String signalOf(int exitCode) {
        return ConsoleSource.SIGNALS.getOrDefault(exitCode - SIGNAL_BASE, "");
    }

    /** Adds a line that has one of a launcher's words. */
    void addLauncher(String text) {
        severalRanksInTask =
                severalRanksInTask || LAUNCHER_IN_TASK.matcher(text).find();
    }

    private void end(int task, String reason, String shown, BooleanSupplier failed) {
        if (!ended && !failed.getAsBoolean()) {
            firstText = shown;
            if (task >= 0 && !reason.isEmpty()) {
                killed = task;
                signal = reason;
            }
        }
        ended = true;
    }

    /**
     * Notes the labels of a line.
     *
     * @param rank the rank that wrote it; -1 where unknown
     * @param writer as in {@link dev.rollcall.analyzer.input.text.TextLine}
     */
    void label(int rank, String writer) {
        Matcher label = LABEL.matcher(writer);
        if (label.find()) {
            boolean agrees = rank == Integer.parseInt(label.group(1));
            labelled |= agrees;
            contradicted |= !agrees;
        }
    }

    /** Returns whether the whole job was cancelled before a task ended. */
    boolean interrupted() {
        return interrupted;
    }

    /** Returns the task that the launcher reports first, in a few words; empty for none, and where a rank failed before. */
    String firstText() {
        return firstText;
    }

    /** Returns whether the launcher began to end the job. */
    boolean cancelled() {
        return cancelled;
    }

    /**
     * Returns the rank that was killed before anything else ended; -1 if there is none, or if it is not sure that a task is a rank. A
     * task that gave an exit code of its own may have ended before, unless it waited for others or lost them.
     *
     * @param ranks how many ranks the console shows
     * @param highestRank the highest of them
     * @param follows whether the end of a rank follows from that of another
     */
    int rank(int ranks, int highestRank, IntPredicate follows) {
        boolean first = exited.stream().filter(task -> task != killed).allMatch(follows);
        return first && areRanks(ranks, highestRank) ? killed : -1;
    }

    /**
     * Returns the ranks that ended with an exit code of their own; none if it is not sure that tasks are ranks.
     *
     * @param ranks how many ranks the console shows
     * @param highestRank the highest of them
     */
    BitSet exited(int ranks, int highestRank) {
        return areRanks(ranks, highestRank) ? exited : new BitSet();
    }

    /** Returns the signal that ended the first rank. */
    String signal() {
        return signal;
    }

    /** Returns how many ranks the launcher mentions; 0 if it is not sure that tasks are ranks. */
    int processes(int ranks, int highestRank) {
        return areRanks(ranks, highestRank) ? highest + 1 : 0;
    }

    /**
     * Slurm numbers tasks, and any script can start several ranks in each: then labels contradict or, where there are none, most
     * jobs have ranks above the last task.
     */
    private boolean areRanks(int ranks, int highestRank) {
        return !severalRanksInTask && !contradicted && (!slurm || labelled || ranks > 1 && highestRank <= highest);
    }

    void restarted() {
        killed = -1;
        signal = "";
        highest = -1;
        firstText = "";
        exited.clear();
        mpiProcess = -1;
        ended = false;
        cancelled = false;
        interrupted = false;
    }
}
