package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A process group of one process as c10d names and counts it. Not thread-safe. */
public final class ProcessGroupCounters {
    private final SimulatedCommunicator group;
    private final int localId;
    private final int communicatorRank;
    private long collectives;
    private long pointToPoint;
    private long enqueued;
    private long enqueuedBefore;
    private long completed;

    /**
     * Makes a group without calls.
     *
     * @param localId the ordinal among the groups of the process
     * @param rank the process's global rank
     */
    public ProcessGroupCounters(SimulatedCommunicator group, int localId, int rank) {
        this.group = group;
        this.localId = localId;
        this.communicatorRank = group.communicatorRank(rank);
    }

    /** Counts an issued call. */
    public void issued(boolean isPointToPoint) {
        enqueuedBefore = enqueued;
        enqueued = isPointToPoint ? ++pointToPoint : ++collectives;
    }

    /** Notes that the call with this sequence number completed. */
    public void completed(long sequence) {
        completed = sequence;
    }

    /** Returns the name that c10d gives the group: its ordinal in the job, equal on all members. */
    public String name() {
        return Integer.toString(group.number());
    }

    /** Returns the description that the script gives the group: its name without the number, as for all groups of a kind. */
    public String description() {
        return group.number() == 0 ? "default_pg" : group.name().replaceAll(" \\d+$", "");
    }

    /** Returns the ordinal among the groups of the process, from 0. */
    public int localId() {
        return localId;
    }

    /** Returns the process's rank in the group. */
    public int communicatorRank() {
        return communicatorRank;
    }

    /** Returns the number of collectives issued so far. */
    public long collectives() {
        return collectives;
    }

    /** Returns the number of sends and receives issued so far. */
    public long pointToPoint() {
        return pointToPoint;
    }

    /** Returns the sequence number of the newest call. */
    public long enqueued() {
        return enqueued;
    }

    /** Returns the sequence number of the call before the newest. */
    public long enqueuedBefore() {
        return enqueuedBefore;
    }

    /** Returns the sequence number of the newest completed call. */
    public long completed() {
        return completed;
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
