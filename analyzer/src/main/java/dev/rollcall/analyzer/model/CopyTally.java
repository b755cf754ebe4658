package dev.rollcall.analyzer.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * What became of one process's copies from one device to another by one way.
 *
 * @param source ordinal of the device that they came from; {@link #HOST} for the host's memory
 * @param destination ordinal of the device that they went to, likewise
 * @param sourceId the source's UUID; empty where unknown
 * @param destinationId the destination's UUID; empty where unknown
 * @param rerouted whether the recorder made them through the host's memory
 * @param verdicts how many ended in each verdict; those that nobody could compare have one too
 * @param first the first that was bad; null for none
 */
public record CopyTally(
        int source,
        int destination,
        String sourceId,
        String destinationId,
        boolean rerouted,
        Map<String, Long> verdicts,
        BadCopy first) {

    /** Stands for the host in the place of a device. */
    public static final int HOST = -1;

    /** The verdict of a copy that arrived as it was sent. */
    public static final String INTACT = "intact";

    /** The verdict of a copy whose sides nobody compared. */
    public static final String NOT_VERIFIED = "not_verified";

    /** The verdict of a copy whose source was written to meanwhile, so that nobody knows what should have arrived. */
    public static final String SOURCE_CHANGED = "source_changed";

    public CopyTally {
        verdicts = Map.copyOf(verdicts);
    }

    /** Returns {@code GPU 1}, or {@code host}. */
    public static String device(int ordinal) {
        return ordinal == HOST ? "host" : "GPU " + ordinal;
    }

    /** Returns how many there were. */
    public long copies() {
        return verdicts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns of how many it is known whether they arrived. */
    public long verified() {
        return copies() - ended(NOT_VERIFIED) - ended(SOURCE_CHANGED);
    }

    /** Returns how many were bad. */
    public long bad() {
        return verified() - ended(INTACT);
    }

    /** Returns how many ended in a verdict. */
    public long ended(String verdict) {
        return verdicts.getOrDefault(verdict, 0L);
    }

    /** Returns this and another tally of the same devices and way, as one. */
    public CopyTally and(CopyTally other) {
        Map<String, Long> sums = new TreeMap<>(verdicts);
        other.verdicts.forEach((verdict, count) -> sums.merge(verdict, count, Long::sum));
        boolean mine = other.first == null || first != null && first.time() <= other.first.time();
        return new CopyTally(source, destination, sourceId, destinationId, rerouted, sums, mine ? first : other.first);
    }

    /** Returns the same with every time so many nanoseconds earlier. */
    public CopyTally earlier(long nanos) {
        if (first == null || first.time() == Call.NO_TIME) {
            return this;
        }
        return new CopyTally(
                source, destination, sourceId, destinationId, rerouted, verdicts, first.at(first.time() - nanos));
    }
}
