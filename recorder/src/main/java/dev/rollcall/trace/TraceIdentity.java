package dev.rollcall.trace;

import java.util.Objects;

/**
 * Whose trace a file is.
 *
 * @param jobId equal for all processes of one job, different between jobs; empty where unknown
 * @param rank the process's global rank; -1 where unknown
 * @param world how many ranks the job has; -1 where unknown
 * @param host the host's name; empty where unknown
 * @param pid the process's id on that host
 * @param startTimeMillis when the process started, milliseconds since the epoch by the host's wall clock
 * @param recorderVersion the version of what wrote the file
 * @param commandLine the process's command line; empty where unknown
 * @param classPath the process's class path; empty where unknown
 */
public record TraceIdentity(
        String jobId,
        int rank,
        int world,
        String host,
        long pid,
        long startTimeMillis,
        String recorderVersion,
        String commandLine,
        String classPath) {

    public TraceIdentity {
        Objects.requireNonNull(jobId, "jobId");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(recorderVersion, "recorderVersion");
        Objects.requireNonNull(commandLine, "commandLine");
        Objects.requireNonNull(classPath, "classPath");
    }
}
