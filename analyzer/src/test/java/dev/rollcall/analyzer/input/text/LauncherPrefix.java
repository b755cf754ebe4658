package dev.rollcall.analyzer.input.text;

import java.util.Locale;

/**
 * What launchers, container runtimes and log collectors write before the lines of a process, each as its documentation, source or
 * public output shows it. In each form {@code %1$d} is the global rank, {@code %2$d} the local rank and {@code %3$d} the node, with
 * two ranks a node; {@code %4$d} is the number of the line in the file.
 */
public enum LauncherPrefix {
    NONE("", false),
    TORCH("[rank%1$d]: ", true),
    TORCHRUN_TEE("[default%2$d]:", false),
    TORCHRUN_ROLE("[trainer%2$d]:", false),
    LIGHTNING("[rank: %1$d] ", true),
    PYTHON_LOGGING("[2026-11-22 10:18:08,508] [INFO] [launch.py:61:main] ", false),
    SRUN("%1$d: ", true),
    SRUN_WIDE("%1$02d: ", true),
    SRUN_OF_TORCHRUN("%3$d: [rank%1$d]: ", true),
    MPIRUN("[1,%1$d]<stderr>:", true),
    MPIRUN_5("[1,%1$d]<stdout>: ", true),
    PRTERUN("[prterun-node1-1006@1,%1$d]<stdout>: ", true),
    MPIRUN_TIMESTAMP("Sun Nov 22 10:18:08 2026[1,%1$d]<stdout>:", true),
    HOROVOD_GLOO("[%1$d]<stderr>:", true),
    SAGEMAKER("[1,mpirank:%1$d,algo-%3$d]<stderr>:", true),
    SAGEMAKER_LOCAL("algo-%1$d-x5kq2  | ", false),
    HYDRA("[%1$d] ", true),
    JSRUN("[%1$d]: ", true),
    POE("  %1$d:", true),
    RAY("(RayTrainWorker pid=12%1$d, ip=10.0.0.%3$d) ", false),
    RAY_TASK("(pid=12%1$d) ", false),
    RAY_COLOURED("\u001b[36m(RayTrainWorker pid=12%1$d)\u001b[0m ", false),
    KUBECTL_PREFIX("[pod/trainer-%1$d/pytorch] ", false),
    KUBECTL_TIMESTAMPS("2026-11-22T10:18:08.508162603Z ", false),
    KUBECTL_BOTH_OF_TORCHRUN("[pod/trainer-%3$d/pytorch] 2026-11-22T10:18:08.508162603Z [rank%1$d]: ", true),
    STERN("trainer-%1$d pytorch ", false),
    STERN_TIMESTAMPS("trainer-%1$d pytorch 2026-11-22T10:18:08.508162603Z ", false),
    CRI("2026-11-22T10:18:08.508162603Z stderr F ", false),
    CRI_OFFSET("2026-11-22T10:18:08.508162603+01:00 stdout F ", false),
    COMPOSE("worker-%1$d  | ", false),
    COMPOSE_COLOURED("\u001b[36mworker-%1$d  |\u001b[0m ", false),
    JOURNALD("Nov 22 10:18:08 node%1$d python[12%1$d]: ", false),
    JOURNALD_PRECISE("Nov 22 10:18:08.508162 node%1$d python[12%1$d]: ", false),
    JOURNALD_ISO("2026-11-22T10:18:08+0000 node%1$d python[12%1$d]: ", false),
    SYSLOG_5424_TIME("2026-11-22T10:18:08.508162+01:00 node%1$d train.sh[12%1$d]: ", false),
    GITHUB("2026-11-22T10:18:08.1234567Z ", false),
    GITLAB("2026-11-22T10:18:08.123456Z 01O ", false),
    TS("Nov 22 10:18:08 ", false),
    TS_CLOCK("[10:18:08.41] ", false),
    TS_EPOCH("1763678283.414227 ", false),
    PDSH("node%1$d: ", false),
    PARALLEL_TAG("node%1$d\t", false),
    GREP_FILE("LOG1.%1$d.txt:", false),
    GREP_FILE_AND_LINE("logs/rank%1$d/stderr.log:%4$d:", false),
    GREP_LINE("%4$d:", false),
    CAT_LINE("%4$6d\t", false);

    private final String form;
    private final boolean rank;

    LauncherPrefix(String form, boolean rank) {
        this.form = form;
        this.rank = rank;
    }

    /** Returns a line of a rank with this prefix. */
    public String before(String line, int rank, int number) {
        return String.format(Locale.ROOT, form, rank, rank % 2, rank / 2, number) + line;
    }

    /** Returns whether the prefix names the global rank. */
    public boolean hasRank() {
        return rank;
    }

    /** Returns whether PyTorch writes it, or a part of it, within the process of a rank. */
    boolean isOfProgram() {
        return form.contains("[rank");
    }
}
