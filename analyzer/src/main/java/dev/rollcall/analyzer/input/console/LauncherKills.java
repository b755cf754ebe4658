package dev.rollcall.analyzer.input.console;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Slurm's {@code srun} and Open MPI's {@code mpirun} say of the tasks that a signal ended. Only the first task that ends can be
 * the cause: the launcher, or the loss of that task, ends the others. Not thread-safe.
 *
 * <pre>
 * srun: error: node3: task 5: Killed
 * srun: error: node3: tasks 0-3,6: Exited with exit code 1
 * slurmstepd: error: *** STEP 12.0 ON node1 CANCELLED AT 2026-11-22T10:18:08 DUE TO TIME LIMIT ***
 * mpirun noticed that process rank 3 with PID 4711 on node node1 exited on signal 9 (Killed).
 * </pre>
 */
final class LauncherKills {
    /** Words that each message has one of. */
    static final List<String> WORDS = List.of(
            "srun: error: ",
            "srun: Job step aborted",
            "srun: Terminating",
            "srun: Force Terminated",
            "_step_signal: Terminating",
            " CANCELLED AT ",
            "noticed that process rank ",
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
    /** What a shell or srun gives for a task that a signal ended: 128 and the signal. */
    private static final Pattern EXIT_CODE = Pattern.compile("Exited with exit code (\\d{3})\\b");

    /** A task that ended by itself: a signal of a launcher gives codes above 128. */
    private static final Pattern OWN_CODE = Pattern.compile("Exited with exit code (?:\\d{1,2}|1[01]\\d|12[0-7])\\b");

    private static final int SIGNAL_BASE = 128;

    private static final Pattern PROCESS = Pattern.compile(
            "noticed that process rank (\\d{1,7}) with PID \\d{1,10} on node \\S{1,253} exited on signal (\\d{1,2})\\b");
    private static final Pattern CANCELLED = Pattern.compile(
            "slurmstepd: error: \\*\\*\\* (?:STEP|JOB) \\S{1,40} ON .* CANCELLED AT |srun: (?:Job step aborted|Terminating|Force Terminated)"
                    + "|_step_signal: Terminating");

    /** A launcher that starts several ranks in one task, so that a task is no rank. */
    private static final Pattern LAUNCHER_IN_TASK =
            Pattern.compile("distributed[./](?:elastic|run\\b)|commands/launch\\.py|\\btorchrun\\b");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final Pattern LABEL = Pattern.compile("\\btask (\\d{1,7})\\b");

    private int killed = -1;
    private String signal = "";
    private String killedText = "";
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
     * Adds a line.
     *
     * @param failed whether a rank already failed for another reason or waits too long, so that an end now follows from that
     */
    void add(String text, BooleanSupplier failed) {
        if (WORDS.stream().noneMatch(text::contains)) {
            return;
        }
        severalRanksInTask |= LAUNCHER_IN_TASK.matcher(text).find();
        if (CANCELLED.matcher(text).find()) {
            interrupted |= !ended;
            ended = true;
            cancelled = true;
            return;
        }
        Matcher tasks = TASKS.matcher(text);
        if (tasks.find()) {
            slurm = true;
            Matcher numbers = NUMBER.matcher(tasks.group(2) + tasks.group(3));
            while (numbers.find()) {
                highest = Math.max(highest, Integer.parseInt(numbers.group()));
            }
            Matcher code = EXIT_CODE.matcher(tasks.group(4));
            String reason = code.find()
                    ? ConsoleSource.SIGNALS.getOrDefault(Integer.parseInt(code.group(1)) - SIGNAL_BASE, "")
                    : REASONS.getOrDefault(tasks.group(4).stripTrailing(), "");
            String shown = "task " + tasks.group(2) + " on " + tasks.group(1) + " ("
                    + tasks.group(4).stripTrailing() + ")";
            if (ended
                    && !signal.equals("SIGKILL")
                    && OWN_CODE.matcher(tasks.group(4)).find()) {
                // Hosts report late, and a crash in a library can follow from the end of a peer.
                killed = -1;
                signal = "";
            }
            end(tasks.group(3).isEmpty() ? Integer.parseInt(tasks.group(2)) : -1, reason, shown, failed);
            return;
        }
        Matcher process = PROCESS.matcher(text);
        if (process.find()) {
            int rank = Integer.parseInt(process.group(1));
            highest = Math.max(highest, rank);
            String reason = ConsoleSource.SIGNALS.getOrDefault(Integer.parseInt(process.group(2)), "");
            end(rank, reason, "process rank " + rank + " (" + reason + ")", failed);
        }
    }

    private void end(int task, String reason, String shown, BooleanSupplier failed) {
        if (!ended && task >= 0 && !reason.isEmpty() && !failed.getAsBoolean()) {
            killed = task;
            signal = reason;
            killedText = shown;
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

    /** Returns the task that was killed first, in a few words; empty for none. */
    String killedText() {
        return killedText;
    }

    /** Returns whether the launcher began to end the job. */
    boolean cancelled() {
        return cancelled;
    }

    /**
     * Returns the rank that was killed before anything else ended; -1 if there is none, or if it is not sure that a task is a rank.
     *
     * @param ranks how many ranks the console shows
     * @param highestRank the highest of them
     */
    int rank(int ranks, int highestRank) {
        return areRanks(ranks, highestRank) ? killed : -1;
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
        killedText = "";
        ended = false;
        cancelled = false;
        interrupted = false;
    }
}
