package dev.rollcall.agent;

import dev.rollcall.trace.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process's place in its job, as far as the launcher's environment variables say. Immutable and thread-safe.
 *
 * @param jobId equal in all processes of one launch, different in the next one
 * @param rank the rank, -1 where it is unknown
 * @param world the number of ranks, -1 where it is unknown
 * @param host the machine's name
 */
record ProcessIdentity(String jobId, int rank, int world, String host, long pid) {
    private static final List<String> RANK = List.of("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID");
    private static final List<String> WORLD = List.of("WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS");

    /** Returns the identity of this process. */
    static ProcessIdentity ofThisProcess() {
        ProcessHandle self = ProcessHandle.current();
        return of(System.getenv(), HostName.get(), self.pid(), parentIdentity(self));
    }

    /**
     * Returns the identity in an environment.
     *
     * @param parent identifies the parent process, and so the job where no launcher does
     */
    static ProcessIdentity of(Map<String, String> environment, String host, long pid, String parent) {
        return new ProcessIdentity(jobId(environment, host, parent), rank(environment), world(environment), host, pid);
    }

    /** Returns the pattern of a pod's name: the name of the job, and the replica's ordinal. */
    private static Pattern pod() {
        return Pattern.compile("(.+?)(-(master|worker|launcher|chief|leader))?-\\d+(-[a-z0-9]{5})?");
    }

    /** Returns the rank that a launcher gives, -1 without one. */
    static int rank(Map<String, String> environment) {
        return first(environment, RANK);
    }

    /** Returns the number of ranks that a launcher gives, -1 without one. */
    static int world(Map<String, String> environment) {
        return first(environment, WORLD);
    }

    private static String jobId(Map<String, String> environment, String host, String parent) {
        String elastic = environment.get("TORCHELASTIC_RUN_ID");
        if (present(elastic) && !elastic.equals("none")) {
            String restart = environment.getOrDefault("TORCHELASTIC_RESTART_COUNT", "0");
            return "elastic-" + elastic + (restart.equals("0") ? "" : "." + restart);
        }
        String slurm = environment.get("SLURM_JOB_ID");
        if (present(slurm) && environment.containsKey("SLURM_PROCID")) {
            String step = environment.get("SLURM_STEP_ID");
            return "slurm-" + slurm + (present(step) ? "." + step : "");
        }
        for (String name : List.of("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID")) {
            if (present(environment.get(name))) {
                return "mpi-" + environment.get(name);
            }
        }
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            Matcher pod = pod().matcher(environment.getOrDefault("HOSTNAME", host));
            if (pod.matches()) {
                return "pod-" + pod.group(1);
            }
        }
        return "parent-" + parent;
    }

    private static int first(Map<String, String> environment, List<String> names) {
        for (String name : names) {
            String value = environment.get(name);
            if (value != null && isNumber(value)) {
                return Integer.parseInt(value);
            }
        }
        return -1;
    }

    private static boolean isNumber(String value) {
        boolean digits = !value.isEmpty() && value.length() <= 9;
        for (int i = 0; i < value.length() && digits; i++) {
            digits = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        return digits;
    }

    private static boolean present(String value) {
        return value != null && !value.isBlank();
    }

    /**
     * Returns the parent's process id and start. On Linux the start is the kernel's count of ticks (proc(5), stat, field 22):
     * the JDK computes wall time from a boot time that drifts between two readings.
     */
    private static String parentIdentity(ProcessHandle self) {
        return self.parent()
                .map(parent -> {
                    try {
                        String stat = Files.readString(Path.of("/proc", String.valueOf(parent.pid()), "stat"));
                        String[] fields =
                                stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                        return parent.pid() + "-" + fields[19];
                    } catch (IOException | IndexOutOfBoundsException e) {
                        return parent.pid()
                                + parent.info()
                                        .startInstant()
                                        .map(start -> "-" + start.toEpochMilli())
                                        .orElse("");
                    }
                })
                .orElse("0");
    }
}
