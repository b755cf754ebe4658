package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import java.util.Set;

/**
 * The process and the job that a source belongs to. Times are nanoseconds since the epoch, {@link Call#NO_TIME} where unknown.
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
        String jobId, String host, int rank, int worldSize, long started, long lastAlive, Set<String> communicators) {
    /** Makes the identity of a process of which a source shows nothing else. */
    public SourceIdentity(String host, int rank, int worldSize) {
        this("", host, rank, worldSize, Call.NO_TIME, Call.NO_TIME, Set.of());
    }
}
