package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Launcher.Hosts;
import dev.rollcall.analyzer.model.Launcher.Starter;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;

/**
 * The commands that collect evidence from a job while it hangs, for the launcher that started it. They only look: none sends a
 * signal, because a program without a handler would end.
 *
 * <p>Sources: the manuals of py-spy, procps, Slurm, kubectl, Ray and the JDK; "RAS" in NVIDIA's NCCL user guide.
 */
public final class CollectCommands {
    /** The heading above the commands. */
    public static final String TITLE = "While it still hangs";

    private static final String ENDED = "Now that the job has ended";

    private static final Command ANALYZE = new Command("Then, in the folder with the files", "rollcall analyze .");

    private static final String RAS = "ncclras -v > ras.txt";

    private static final String PY_SPY = " (pip install py-spy; it may need sudo)";

    private CollectCommands() {}

    /**
     * A command.
     *
     * @param purpose what it collects, and where to run it
     * @param line the command line
     */
    public record Command(String purpose, String line) {}

    /** Returns the heading above the commands for a job. */
    public static String title(Verdict verdict) {
        return ended(verdict) ? ENDED : TITLE;
    }

    /** Returns the commands for a job that a report leaves open, and whose output shows its launcher; else none. */
    public static List<Command> of(Verdict verdict) {
        Launcher launcher = verdict.job().launcher();
        boolean open = verdict.outcome() == Outcome.INCONCLUSIVE
                || verdict.culprits().isEmpty() && !verdict.suspects().isEmpty();
        if (!open || launcher.isUnknown()) {
            return List.of();
        }
        return ended(verdict) ? afterTheEnd(verdict.job()) : of(launcher);
    }

    private static boolean ended(Verdict verdict) {
        return verdict.job().launcher().ended()
                || verdict.job().ranks().stream()
                        .map(Rank::ending)
                        .allMatch(ending -> ending.hasEnded() || ending.isStopped());
    }

    /** Source: PyTorch's tutorial on the flight recorder, and its {@code FlightRecorder} for the names of the files. */
    private static List<Command> afterTheEnd(Job job) {
        if (job.launcher().starter() == Starter.JVM) {
            return List.of();
        }
        Command settings = new Command(
                "For the next run, set this on all ranks: each then writes its last calls with their lines when one times out",
                "export TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1"
                        + " TORCH_NCCL_DEBUG_INFO_TEMP_FILE=/tmp/nccl_trace_rank_");
        boolean dumps = job.ranks().stream().anyMatch(rank -> rank.isReadFrom(RankSource.DUMP));
        return dumps
                ? List.of(settings, ANALYZE)
                : List.of(
                        new Command(
                                "Add the dumps of the flight recorder, if the ranks wrote any, from each host",
                                "cp /tmp/nccl_trace_rank_* ~/.cache/torch/comm_lib_trace_rank_* ."),
                        settings,
                        ANALYZE);
    }

    /** Returns the commands for a launcher, the most useful first. */
    public static List<Command> of(Launcher launcher) {
        return List.of(stacks(launcher), counts(launcher), ANALYZE);
    }

    private static Command stacks(Launcher launcher) {
        String where = where(launcher.hosts());
        return switch (launcher.starter()) {
            case JVM ->
                new Command(
                        "The stacks of all threads, " + where,
                        everywhere(
                                launcher,
                                "for p in $(pgrep java); do jcmd $p Thread.print > stacks.$(hostname).$p.txt; done"));
            case RAY ->
                new Command(
                        "The stacks of all workers, " + where,
                        everywhere(launcher, "ray stack > stacks.$(hostname).txt"));
            case UNKNOWN ->
                new Command(
                        "The stacks of all ranks, " + where + "; train.py stands for your program" + PY_SPY,
                        everywhere(
                                launcher,
                                "for p in $(pgrep -f \"[t]rain.py\"); do r=$("
                                        + environment("(RANK|OMPI_COMM_WORLD_RANK|PMI_RANK|SLURM_PROCID)")
                                        + "); py-spy dump --pid $p"
                                        + " > stacks.${r:+rank$r.}$(hostname).$p.txt; done"));
            default ->
                new Command(
                        "The stacks of all ranks, " + where + PY_SPY, everywhere(launcher, stacksOfRanks(launcher)));
        };
    }

    /** Takes the children of the launcher, without their data loaders, and names the files after the rank in their environment. */
    private static String stacksOfRanks(Launcher launcher) {
        String rank = switch (launcher.starter()) {
            case MPI -> "(OMPI_COMM_WORLD_RANK|PMI_RANK)";
            case SLURM -> "SLURM_PROCID";
            default -> "RANK";
        };
        String parents = switch (launcher.starter()) {
            case DEEPSPEED -> "-f \"[d]eepspeed.launcher\"";
            case ACCELERATE -> "-f \"[a]ccelerate.*launch\"";
            case MPI -> "\"orted|prted|prterun|orterun|mpirun|mpiexec|hydra_pmi\"";
            case SLURM -> "-f \"^slurmstepd: ." + id(launcher) + "[.]\"";
            default -> "-f \"[t]orchrun|[t]orch.distributed\"";
        };
        return "for p in $(pgrep -P \"$(pgrep -d, " + parents + ")\"); do" + " r=$(" + environment(rank)
                + "); [ -n \"$r\" ] && py-spy dump --pid $p > stacks.rank$r.$(hostname).$p.txt; done";
    }

    /** Returns a command that prints a variable of the environment with which a process was started. */
    private static String environment(String variable) {
        return "tr \"\\0\" \"\\n\" < /proc/$p/environ | sed -nE \"s/^" + variable + "=//p\" | head -n 1";
    }

    private static Command counts(Launcher launcher) {
        String line = switch (launcher.hosts()) {
            case SLURM -> "srun --jobid=" + id(launcher) + " --overlap -N1 -n1 " + RAS;
            case KUBERNETES -> "kubectl exec POD -- " + RAS;
            case SHELL -> RAS + " || echo verbose status | nc localhost 28028 > ras.txt";
        };
        return new Command(
                "How many calls each rank made, of the whole job, "
                        + (launcher.hosts() == Hosts.SHELL ? "on one host" : "from one host")
                        + " (NCCL 2.24 or later)",
                line);
    }

    private static String where(Hosts hosts) {
        return switch (hosts) {
            case SHELL -> "on each host";
            case SLURM -> "from a login node";
            case KUBERNETES -> "with kubectl; JOB stands for the job's name";
        };
    }

    /** Returns a command that runs another one on each host; the files come into the current folder. */
    private static String everywhere(Launcher launcher, String command) {
        return switch (launcher.hosts()) {
            case SHELL -> command;
            case SLURM ->
                "srun --jobid=" + id(launcher) + " --overlap -N $(squeue -h -j " + id(launcher)
                        + " -o %D) --ntasks-per-node=1 sh -c '" + command + "'";
            case KUBERNETES ->
                "for pod in $(kubectl get pods -o name | grep JOB); do kubectl exec $pod -- sh -c 'mkdir -p"
                        + " /tmp/stacks && cd /tmp/stacks && { " + command + "; tar cf - .; }' | tar xf -; done";
        };
    }

    private static String id(Launcher launcher) {
        return launcher.jobId().isEmpty() ? "JOBID" : launcher.jobId();
    }
}
