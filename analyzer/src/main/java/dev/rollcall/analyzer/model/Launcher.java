package dev.rollcall.analyzer.model;

/**
 * How a job was started, as far as the output of its processes shows. Immutable.
 *
 * @param starter what started the ranks of one host
 * @param hosts what runs a command on each host of the job
 * @param jobId the batch system's id of the job; empty where unknown
 * @param ended whether its output shows that it ended the job
 */
public record Launcher(Starter starter, Hosts hosts, String jobId, boolean ended) {
    /** Makes a launcher that is not known to have ended. */
    public Launcher(Starter starter, Hosts hosts, String jobId) {
        this(starter, hosts, jobId, false);
    }

    /** Of a job whose files do not show how it was started. */
    public static final Launcher UNKNOWN = new Launcher(Starter.UNKNOWN, Hosts.SHELL, "");

    /** What starts the ranks of one host. */
    public enum Starter {
        /** DeepSpeed's launcher. */
        DEEPSPEED("DeepSpeed"),
        /** Hugging Face Accelerate. */
        ACCELERATE("Accelerate"),
        /** PyTorch's torchrun. */
        TORCHRUN("torchrun"),
        /** Ray. */
        RAY("Ray"),
        /** Anything; the ranks are Java virtual machines. */
        JVM("Java"),
        /** An MPI launcher: Open MPI, MPICH, Intel MPI. */
        MPI("MPI"),
        /** Slurm's srun. */
        SLURM("srun"),
        /** Nothing shows it. */
        UNKNOWN("");

        private final String label;

        Starter(String label) {
            this.label = label;
        }

        /** Returns its name in a sentence; empty where unknown. */
        public String label() {
            return label;
        }
    }

    /** What runs a command on each host. */
    public enum Hosts {
        /** A shell on each of them. */
        SHELL,
        /** Slurm. */
        SLURM,
        /** Kubernetes. */
        KUBERNETES
    }

    /** Returns whether nothing shows how the job was started. */
    public boolean isUnknown() {
        return starter == Starter.UNKNOWN && hosts == Hosts.SHELL;
    }
}
