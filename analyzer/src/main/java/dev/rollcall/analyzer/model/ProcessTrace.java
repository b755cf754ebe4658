package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * What one source tells of one process, by itself: without what other ranks' sources add to it.
 *
 * <p>Times are nanoseconds since the epoch, {@link Call#NO_TIME} where unknown.
 *
 * @param job the job's identity; empty where unknown
 * @param ranks the global ranks that the process holds, ascending; empty where unknown
 * @param world how many ranks the job has; -1 where unknown
 * @param host where it ran; empty where unknown
 * @param pid its process; -1 where unknown
 * @param started when it started
 * @param lastAlive when it was last known to be alive
 * @param ending how it ended by its own record, {@link Ending.Kind#ALIVE} where it runs on this machine now; null where it
 *     recorded no end, although it would have
 * @param recorder what recorded it
 * @param threads what its threads did at the last looks, the oldest look first
 * @param communicators its communicators in the order of birth, each with memberships of this process alone
 * @param losses what the source lacks, in words; empty where it is whole
 */
public record ProcessTrace(
        String job,
        List<Integer> ranks,
        int world,
        String host,
        long pid,
        long started,
        long lastAlive,
        Ending ending,
        RecorderInfo recorder,
        List<ThreadSnapshot> threads,
        List<Communicator> communicators,
        List<String> losses) {

    /** How the loss is worded of a file that lacks its end. */
    public static final String TRUNCATED = "truncated";

    public ProcessTrace {
        ranks = List.copyOf(ranks);
        threads = List.copyOf(threads);
        communicators = List.copyOf(communicators);
        losses = List.copyOf(losses);
    }

    /** Returns whether the source lacks its end, so that calls may be gone that no other took the place of. */
    public boolean truncated() {
        return losses.stream().anyMatch(loss -> loss.startsWith(TRUNCATED));
    }
}
