package dev.rollcall.analyzer.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * The results of one process's copies of one device pair and route. Immutable.
 *
 * @param source ordinal of the source device in the process; {@link #HOST} for the host's memory or an unknown device
 * @param destination ordinal of the destination device in the process; {@link #HOST} for the host's memory or an unknown
 *     device
 * @param sourceId the source's UUID; empty where unknown
 * @param destinationId the destination's UUID; empty where unknown
 * @param rerouted whether the recorder sent the copies through the host's memory
 * @param verdicts how many copies have each verdict, unverified ones included
 * @param firstBadCopy the first bad copy; null for none
 */
public record CopyTally(
        int source,
        int destination,
        String sourceId,
        String destinationId,
        boolean rerouted,
        Map<String, Long> verdicts,
        BadCopy firstBadCopy) {

    /** The ordinal of the host's memory. A device whose ordinal the recorder could not find has it, too. */
    public static final int HOST = -1;

    /** The verdict of a copy whose sides are equal. */
    public static final String INTACT = "intact";

    /** The verdict of a copy whose sides were not compared. */
    public static final String NOT_VERIFIED = "not_verified";

    /** The verdict of a copy whose source changed during the copy, so that its sides cannot be compared. */
    public static final String SOURCE_CHANGED = "source_changed";

    public CopyTally {
        verdicts = Map.copyOf(verdicts);
    }

    /** Returns {@code GPU 1}, or {@code host}. */
    public static String device(int ordinal) {
        return ordinal == HOST ? "host" : "GPU " + ordinal;
    }

    /** Returns the number of copies. */
    public long copies() {
        return verdicts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of verified copies. */
    public long verified() {
        return copies() - count(NOT_VERIFIED) - count(SOURCE_CHANGED);
    }

    /** Returns the number of bad copies. */
    public long bad() {
        return verified() - count(INTACT);
    }

    /** Returns how many copies have this verdict; 0 for none. */
    public long count(String verdict) {
        return verdicts.getOrDefault(verdict, 0L);
    }

    /** Returns the sum of this and another tally of the same device pair and route. */
    public CopyTally plus(CopyTally other) {
        Map<String, Long> sums = new TreeMap<>(verdicts);
        other.verdicts.forEach((verdict, more) -> sums.merge(verdict, more, Long::sum));
        boolean mine =
                other.firstBadCopy == null || firstBadCopy != null && firstBadCopy.time() <= other.firstBadCopy.time();
        return new CopyTally(
                source, destination, sourceId, destinationId, rerouted, sums, mine ? firstBadCopy : other.firstBadCopy);
    }

    /** Returns a copy with all times earlier by some nanoseconds. */
    public CopyTally shiftedBack(long nanos) {
        if (firstBadCopy == null || firstBadCopy.time() == Call.NO_TIME) {
            return this;
        }
        return new CopyTally(
                source,
                destination,
                sourceId,
                destinationId,
                rerouted,
                verdicts,
                firstBadCopy.at(firstBadCopy.time() - nanos));
    }
}
