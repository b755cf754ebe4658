package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Compares the kind of source that decides the verdict with every other kind (traces, dumps, logs), rank by rank, by the number
 * of collectives on the communicator of all ranks.
 *
 * <p>A constant difference on all ranks is normal: c10d and NCCL count differently. So the difference of a rank's two counts
 * contradicts only if it is not the difference that most ranks have. Not thread-safe.
 */
final class SourceCrossCheck {
    private final Map<Integer, ProcessEvidence> primary;
    private final SourceKind primaryKind;
    /** The size of the largest communicator, which is taken to be the world. */
    private final int largestSize;
    /** By process, not by file: a combined log has many processes. */
    private final Map<ProcessEvidence, String> contradictions = new IdentityHashMap<>();

    private final List<Unreadable> remarks = new ArrayList<>();

    /** Starts with the processes that decide the verdict, by global rank; their sources are all of one kind. */
    SourceCrossCheck(Map<Integer, ProcessEvidence> primary, SourceKind primaryKind) {
        this.primary = primary;
        this.primaryKind = primaryKind;
        this.largestSize = primary.values().stream()
                .mapToInt(ProcessEvidence::largestCommunicatorSize)
                .max()
                .orElse(-1);
    }

    /** Compares with the processes by global rank that sources of another kind give. */
    void compare(Map<Integer, ProcessEvidence> others, SourceKind otherKind) {
        Map<Integer, Long> differences = new TreeMap<>();
        others.forEach((rank, other) -> {
            if (primary.containsKey(rank)) {
                differences.put(rank, worldCollectives(other, rank) - worldCollectives(primary.get(rank), rank));
            } else {
                remarks.add(new Unreadable(
                        other.source(),
                        "rank " + rank + " has no " + primaryKind.label() + "; this " + otherKind.label() + " shows "
                                + worldCollectives(other, rank) + " collectives on all ranks",
                        Kind.LEFT_ASIDE));
            }
        });
        OptionalLong majority = majority(differences.values());
        if (majority.isEmpty() && (primaryKind == SourceKind.LOG || otherKind == SourceKind.LOG)) {
            // NCCL makes calls that the other kinds do not count; how many is unknown without a majority.
            return;
        }
        long usual = majority.orElse(0);
        List<String> agreeing = new ArrayList<>();
        differences.forEach((rank, difference) -> {
            ProcessEvidence other = others.get(rank);
            if (difference == usual) {
                agreeing.add(other.source());
            } else {
                contradict(rank, other, otherKind, difference - usual);
            }
        });
        if (!agreeing.isEmpty()) {
            remarks.add(new Unreadable(
                    agreeing.get(0),
                    "agrees with the " + primaryKind.label() + " of its rank, which has more evidence"
                            + (agreeing.size() == 1 ? "" : "; so do " + (agreeing.size() - 1) + " more"),
                    Kind.LEFT_ASIDE));
        }
    }

    private void contradict(int rank, ProcessEvidence other, SourceKind otherKind, long more) {
        if (more > 0) {
            contradictions.put(
                    primary.get(rank),
                    "contradicted: rank " + rank + "'s " + otherKind.label() + " shows " + more
                            + " more collectives on all ranks than its " + primaryKind.label());
        } else {
            remarks.add(new Unreadable(
                    other.source(),
                    "contradicts, or was taken earlier: it shows " + -more
                            + " fewer collectives on all ranks than rank " + rank + "'s " + primaryKind.label(),
                    Kind.INCOMPLETE));
        }
    }

    /** Returns the value that more than half of all have; empty where there is none. */
    private static OptionalLong majority(Collection<Long> values) {
        return values.stream()
                .mapToLong(Long::longValue)
                .filter(value -> Collections.frequency(values, value) * 2 > values.size())
                .findFirst();
    }

    private long worldCollectives(ProcessEvidence process, int rank) {
        return process.membershipsOf(rank).stream()
                .filter(membership -> membership.size() == largestSize)
                .mapToLong(membership -> membership.collectives().lastSequence() + membership.extraLibraryCalls())
                .sum();
    }

    /** Returns the processes; those for which another source shows more calls are unobserved after their last call. */
    Map<Integer, ProcessEvidence> applyTo(Map<Integer, ProcessEvidence> processes) {
        Map<ProcessEvidence, ProcessEvidence> changed = new IdentityHashMap<>();
        contradictions.forEach((process, reason) -> changed.put(process, process.unobservedAfterCalls(reason)));
        Map<Integer, ProcessEvidence> applied = new TreeMap<>(processes);
        applied.replaceAll((rank, process) -> changed.getOrDefault(process, process));
        return applied;
    }

    /** Returns what the user should know about the other sources. */
    List<Unreadable> remarks() {
        return remarks;
    }
}
