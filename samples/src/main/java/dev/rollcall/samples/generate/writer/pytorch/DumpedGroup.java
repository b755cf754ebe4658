package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A process group in the dump of one process, with its counters. Not thread-safe. */
final class DumpedGroup {
    private final SimulatedCommunicator group;
    private final int localId;
    private final int communicatorRank;
    private long collectives;
    private long pointToPoint;
    private long enqueued;
    private long completed;

    /**
     * Makes a group without calls.
     *
     * @param localId the ordinal among the groups of the process
     * @param rank the process's global rank
     */
    DumpedGroup(SimulatedCommunicator group, int localId, int rank) {
        this.group = group;
        this.localId = localId;
        this.communicatorRank = group.communicatorRank(rank);
    }

    /** Counts an issued call. */
    void issued(boolean isPointToPoint) {
        enqueued = isPointToPoint ? ++pointToPoint : ++collectives;
    }

    /** Notes that the call with this sequence number completed. */
    void completed(long sequence) {
        completed = sequence;
    }

    /** Returns the name that c10d gives the group: its ordinal in the job, equal on all members. */
    String name() {
        return Integer.toString(group.number());
    }

    /** Returns the description that the script gives the group: its name without the number, as for all groups of a kind. */
    String description() {
        return group.number() == 0 ? "default_pg" : group.name().replaceAll(" \\d+$", "");
    }

    int localId() {
        return localId;
    }

    int communicatorRank() {
        return communicatorRank;
    }

    /** Returns the number of collectives issued so far. */
    long collectives() {
        return collectives;
    }

    /** Returns the number of sends and receives issued so far. */
    long pointToPoint() {
        return pointToPoint;
    }

    /** Returns the entry of {@code pg_config}. */
    Map<String, Object> configuration() {
        return new TreeMap<>(Map.of("name", name(), "desc", description(), "ranks", Arrays.toString(group.members())));
    }

    /**
     * Returns the entry of {@code pg_status}. Its keys name collectives, but its numbers are those of the newest calls of either
     * kind.
     */
    Map<String, Object> status() {
        return new TreeMap<>(Map.of(
                "last_enqueued_collective",
                enqueued,
                "last_started_collective",
                Math.min(enqueued, completed + 1),
                "last_completed_collective",
                completed));
    }
}
