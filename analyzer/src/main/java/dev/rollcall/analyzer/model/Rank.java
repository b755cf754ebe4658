package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * One rank of a job. Immutable.
 *
 * @param number the global rank, from 0
 * @param host where it ran; empty where unknown
 * @param pid its process id; -1 where unknown
 * @param sources the files that it was read from, the one that shows the most first; empty where unknown
 * @param started when its process started, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 * @param ending how its process ended, or that it did not
 * @param lastAlive when it was last known to be alive, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 * @param heartbeat whether its source notes at short intervals that it is alive. Then {@code lastAlive} is also the time up to which
 *     the source shows everything. Otherwise it is only the time of the newest event, and the age of a pending call that is
 *     reckoned from it is the shortest possible one
 * @param threads the snapshots of its threads, the oldest first; empty where none were taken
 * @param copies its verified copies between and within devices; empty where none were verified
 * @param devices what is known of its devices
 * @param retained the memory that its collectives keep allocated
 */
public record Rank(
        int number,
        String host,
        long pid,
        List<RankSource> sources,
        long started,
        Ending ending,
        long lastAlive,
        boolean heartbeat,
        List<ThreadSnapshot> threads,
        List<CopyTally> copies,
        DeviceRecord devices,
        RetainedMemory retained) {

    public Rank {
        host = BoundedText.of(host);
        sources = List.copyOf(sources);
        threads = List.copyOf(threads);
        copies = List.copyOf(copies);
    }

    /**
     * Returns until when it can have done anything: a thread that ended waits no longer, though its process lives on; {@link Call#NO_TIME}
     * where unknown.
     */
    public long endTime() {
        return ending.time() == Call.NO_TIME ? lastAlive : Math.min(ending.time(), lastAlive);
    }

    /** Makes a rank of whose devices nothing is known, and whose collectives keep no memory. */
    public Rank(
            int number,
            String host,
            long pid,
            List<RankSource> sources,
            long started,
            Ending ending,
            long lastAlive,
            boolean heartbeat,
            List<ThreadSnapshot> threads,
            List<CopyTally> copies) {
        this(
                number,
                host,
                pid,
                sources,
                started,
                ending,
                lastAlive,
                heartbeat,
                threads,
                copies,
                DeviceRecord.NONE,
                RetainedMemory.NONE);
    }

    /** Makes a rank that was read from one file of unknown kind. */
    public Rank(
            int number,
            String host,
            long pid,
            String source,
            long started,
            Ending ending,
            long lastAlive,
            boolean heartbeat,
            List<ThreadSnapshot> threads,
            List<CopyTally> copies) {
        this(
                number,
                host,
                pid,
                source.isEmpty() ? List.of() : List.of(new RankSource("", source)),
                started,
                ending,
                lastAlive,
                heartbeat,
                threads,
                copies);
    }

    /** Makes a rank whose source has a heartbeat, and whose process started at an unknown time. */
    public Rank(
            int number,
            String host,
            long pid,
            String source,
            Ending ending,
            long lastAlive,
            List<ThreadSnapshot> threads,
            List<CopyTally> copies) {
        this(number, host, pid, source, Call.NO_TIME, ending, lastAlive, true, threads, copies);
    }

    /** Returns the file that shows the most of it; empty where unknown. */
    public String source() {
        return sources.isEmpty() ? "" : sources.get(0).file();
    }

    /** Returns whether sources of a kind show something of it, see {@link RankSource#kind}. */
    public boolean isReadFrom(String kind) {
        return sources.stream().anyMatch(source -> source.kind().equals(kind));
    }

    /** Returns whether its sources hold the times of all calls by its host's clock, as a log or a console does not. */
    public boolean hasCallTimes() {
        return isReadFrom(RankSource.TRACE)
                || isReadFrom(RankSource.DUMP)
                || sources.stream().allMatch(source -> source.kind().isEmpty());
    }

    /** Returns the deadlocks among its threads, in the newest look at them. */
    public List<LockCycle> lockCycles() {
        return threads.isEmpty() ? List.of() : LockCycle.in(threads);
    }
}
