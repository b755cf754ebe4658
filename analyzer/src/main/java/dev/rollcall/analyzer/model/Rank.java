package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * One rank of a job, as its source tells of it.
 *
 * @param number the global rank, from 0
 * @param host where it ran; empty where unknown
 * @param pid its process; -1 where unknown
 * @param source the file that tells of it
 * @param ending how its process ended, or that it did not
 * @param lastAlive when it was last known to be alive, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 * @param threads what its threads did at the last look, oldest look first; empty where nobody looked
 * @param copies its verified copies between and within devices; empty where none were verified
 */
public record Rank(
        int number,
        String host,
        long pid,
        String source,
        Ending ending,
        long lastAlive,
        List<ThreadSnapshot> threads,
        List<CopyTally> copies) {

    public Rank {
        threads = List.copyOf(threads);
        copies = List.copyOf(copies);
    }
}
