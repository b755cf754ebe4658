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
 * @param speed how fast the copies were whose ends are known
 */
public record CopyTally(
        int source,
        int destination,
        String sourceId,
        String destinationId,
        boolean rerouted,
        Map<String, Long> verdicts,
        BadCopy firstBadCopy,
        Speed speed) {

    /**
     * How fast copies were. A copy ends here when the recorder notices that it and its check are done, so a link is faster.
     *
     * @param copies how many copies
     * @param bytes how many bytes they have together
     * @param nanos how long they took together, from issue to end
     * @param fastest the fastest of them, in bytes a second
     */
    public record Speed(long copies, long bytes, long nanos, double fastest) {
        /** No copy has times. */
        public static final Speed UNKNOWN = new Speed(0, 0, 0, 0);

        private static final double SECOND = 1e9;

        /** Returns the speed of one copy; {@link #UNKNOWN} where it took no time. */
        public static Speed of(long bytes, long nanos) {
            return bytes <= 0 || nanos <= 0 ? UNKNOWN : new Speed(1, bytes, nanos, bytes * SECOND / nanos);
        }

        /** Returns the speed of these copies and others. */
        public Speed plus(Speed other) {
            return new Speed(
                    copies + other.copies, bytes + other.bytes, nanos + other.nanos, Math.max(fastest, other.fastest));
        }

        /** Returns the mean, in bytes a second; 0 where unknown. */
        public double mean() {
            return nanos == 0 ? 0 : bytes * SECOND / nanos;
        }
    }

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

    /** Makes a tally of copies without times. */
    public CopyTally(
            int source,
            int destination,
            String sourceId,
            String destinationId,
            boolean rerouted,
            Map<String, Long> verdicts,
            BadCopy firstBadCopy) {
        this(source, destination, sourceId, destinationId, rerouted, verdicts, firstBadCopy, Speed.UNKNOWN);
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
                source,
                destination,
                sourceId,
                destinationId,
                rerouted,
                sums,
                mine ? firstBadCopy : other.firstBadCopy,
                speed.plus(other.speed));
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
                firstBadCopy.at(firstBadCopy.time() - nanos),
                speed);
    }
}
