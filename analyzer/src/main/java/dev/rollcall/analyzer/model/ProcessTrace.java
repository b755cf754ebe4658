package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * One process as its own source shows it, without what other sources add. Immutable.
 *
 * <p>Times are nanoseconds since the epoch, {@link Call#NO_TIME} where unknown.
 *
 * @param job the job's identity; empty where unknown
 * @param ranks the global ranks of the process, ascending; empty where unknown
 * @param world how many ranks the job has; -1 where unknown
 * @param host where it ran; empty where unknown
 * @param pid its process id; -1 where unknown
 * @param started when it started
 * @param lastAlive when it was last known to be alive
 * @param ending how it ended by its own record; {@link Ending.Kind#ALIVE} where it runs on this machine now; null where a
 *     recorded end is lacking
 * @param recorder what recorded it
 * @param threads the snapshots of its threads, the oldest first
 * @param devices what is known of its devices
 * @param copies what became of its copies, one entry for each device pair and route
 * @param retained the memory that its collectives keep allocated
 * @param communicators its communicators in the order of their creation, each with the memberships of this process
 * @param losses what the source lacks, in words; empty where it is complete
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
        DeviceRecord devices,
        List<CopyTally> copies,
        RetainedMemory retained,
        List<Communicator> communicators,
        List<String> losses) {

    /** The first word of the loss of a file that lacks its end. */
    public static final String TRUNCATED = "truncated";

    public ProcessTrace {
        job = BoundedText.of(job);
        host = BoundedText.of(host);
        ranks = List.copyOf(ranks);
        threads = List.copyOf(threads);
        copies = List.copyOf(copies);
        communicators = List.copyOf(communicators);
        losses = List.copyOf(losses);
    }

    /**
     * Returns whether the calls before the first that is held were overwritten, because the ring of a Rollcall trace was full. Other
     * sources start late, list active calls only, or do not say.
     */
    public boolean ringReused() {
        return !truncated() && !recorder.version().isEmpty();
    }

    /** Returns whether the source lacks its end, so that calls may be gone that were not overwritten. */
    public boolean truncated() {
        return losses.stream().anyMatch(loss -> loss.startsWith(TRUNCATED));
    }
}
