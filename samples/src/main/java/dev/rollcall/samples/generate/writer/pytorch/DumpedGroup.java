package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.SimulatedGroup;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A process group as one process knows it, and how many calls it made on it. Not thread-safe. */
final class DumpGroup {
    private final SimulatedGroup group;
    private final int local;
    private final int place;
    private long collectives;
    private long messages;
    private long enqueued;
    private long ended;

    /** Makes one; {@code local} is its ordinal among the process's groups. */
    DumpGroup(SimulatedGroup group, int local, int rank) {
        this.group = group;
        this.local = local;
        this.place = group.place(rank);
    }

    /** Counts a call. */
    void count(boolean message) {
        if (message) {
            enqueued = ++messages;
        } else {
            enqueued = ++collectives;
        }
    }

    /** Learns that a call ended. */
    void ended(long sequence) {
        ended = sequence;
    }

    /** Returns the name, which is equal on all its ranks: c10d counts the groups that are made. */
    String name() {
        return Integer.toString(group.number());
    }

    /** Returns what the script calls it. */
    String description() {
        return group.number() == 0 ? "default_pg" : group.name().replaceAll(" \\d+$", "");
    }

    int local() {
        return local;
    }

    int place() {
        return place;
    }

    long collectives() {
        return collectives;
    }

    long messages() {
        return messages;
    }

    /** Returns its entry in the table of groups. */
    Map<String, Object> configuration() {
        return new TreeMap<>(Map.of("name", name(), "desc", description(), "ranks", Arrays.toString(group.members())));
    }

    /** Returns its entry in the table of how far the process got. */
    Map<String, Object> status() {
        return new TreeMap<>(Map.of(
                "last_enqueued_collective",
                enqueued,
                "last_started_collective",
                Math.min(enqueued, ended + 1),
                "last_completed_collective",
                ended));
    }
}
