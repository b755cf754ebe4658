package dev.rollcall.analyzer.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * What became of one process's verified copies from one device to another by one way.
 *
 * @param source ordinal of the device that they came from
 * @param destination ordinal of the device that they went to
 * @param sourceId the source's UUID; empty where unknown
 * @param destinationId the destination's UUID; empty where unknown
 * @param rerouted whether the recorder made them through the host's memory
 * @param verdicts how many ended in each verdict, {@code intact} among them
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

    /** The verdict of a copy that arrived as it was sent. */
    public static final String INTACT = "intact";

    public CopyTally {
        verdicts = Map.copyOf(verdicts);
    }

    /** Returns how many were verified. */
    public long verified() {
        return verdicts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many were bad. */
    public long bad() {
        return verified() - verdicts.getOrDefault(INTACT, 0L);
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
        BadCopy moved = new BadCopy(
                first.function(),
                first.bytes(),
                first.verdict(),
                first.firstBad(),
                first.stack(),
                first.time() - nanos);
        return new CopyTally(source, destination, sourceId, destinationId, rerouted, verdicts, moved);
    }
}
