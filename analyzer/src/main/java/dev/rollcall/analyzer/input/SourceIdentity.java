package dev.rollcall.analyzer.input;

import java.util.Set;

/**
 * Where a process's source comes from. Times are nanoseconds since the epoch, {@code Call.NO_TIME} where unknown.
 *
 * @param jobId the identity of its job, as its launcher gave it; empty where the source does not say
 * @param host where it ran; empty where unknown
 * @param rank its global rank; -1 where unknown, or where it holds several
 * @param worldSize how many ranks the job has; -1 where unknown
 * @param started when it started
 * @param lastAlive when it was last known to be alive
 * @param communicators the identities of its communicators
 */
public record SourceIdentity(
        String jobId, String host, int rank, int worldSize, long started, long lastAlive, Set<String> communicators) {}
