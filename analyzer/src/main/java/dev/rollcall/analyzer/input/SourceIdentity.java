package dev.rollcall.analyzer.input;

import java.util.Set;

/**
 * The process and the job that a source belongs to. Times are nanoseconds since the epoch, {@code Call.NO_TIME} where unknown.
 *
 * @param jobId the launcher's id of the job; empty where unknown
 * @param host the host of the process; empty where unknown
 * @param rank its global rank; -1 where unknown, or where the process holds several
 * @param worldSize the number of ranks of the job; -1 where unknown
 * @param started when it started
 * @param lastAlive when it was last known to be alive
 * @param communicators the identities of its communicators
 */
public record SourceIdentity(
        String jobId, String host, int rank, int worldSize, long started, long lastAlive, Set<String> communicators) {}
