package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares the sources by which a job is judged with sources of other kinds of the same ranks, such as dumps with logs, by the
 * number of collectives on all ranks.
 *
 * <p>How many NCCL calls one c10d call makes depends on the operation, but is equal on all ranks. So the difference of a rank's
 * two counts contradicts only if it is not the difference that most ranks have. Not thread-safe.
 */
final class SourceCrossCheck {
    private final Map<Integer, ProcessEvidence> owners;
    private final int largestCommunicator;
    private final SourceKind kind;
    private final Map<String, String> contradictions = new HashMap<>();
    private final List<Unreadable> remarks = new ArrayList<>();

    /** Starts with the processes by global rank by which the job is judged, whose sources are all of one kind. */
    SourceCrossCheck(Map<Integer, ProcessEvidence> owners, SourceKind kind) {
        this.owners = owners;
        this.kind = kind;
        this.largestCommunicator = owners.values().stream()
                .mapToInt(ProcessEvidence::largestCommunicator)
                .max()
                .orElse(-1);
    }

    /** Compares with the processes by global rank that sources of another kind give. */
    void compare(Map<Integer, ProcessEvidence> others, SourceKind otherKind) {
        Map<Integer, Long> differences = new TreeMap<>();
        others.forEach((rank, other) -> {
            if (owners.containsKey(rank)) {
                differences.put(rank, calls(other, rank) - calls(owners.get(rank), rank));
            } else {
                remarks.add(new Unreadable(
                        other.source(),
                        "rank " + rank + " has no " + kind.label() + "; this " + otherKind.label() + " shows "
                                + calls(other, rank) + " collectives on all ranks",
                        Kind.LEFT_ASIDE));
            }
        });
        long usual = majority(differences.values());
        int agreeing = 0;
        for (Map.Entry<Integer, Long> difference : differences.entrySet()) {
            long more = difference.getValue() - usual;
            if (more == 0) {
                agreeing++;
            } else {
                contradict(difference.getKey(), others.get(difference.getKey()), otherKind, more);
            }
        }
        if (agreeing > 0) {
            remarks.add(new Unreadable(
                    others.values().iterator().next().source(),
                    "agrees with the " + kind.label() + " of its rank, which has more evidence"
                            + (agreeing == 1 ? "" : "; so do " + (agreeing - 1) + " more"),
                    Kind.LEFT_ASIDE));
        }
    }

    private void contradict(int rank, ProcessEvidence other, SourceKind otherKind, long more) {
        if (more > 0) {
            contradictions.put(
                    owners.get(rank).source(),
                    "contradicted: rank " + rank + "'s " + otherKind.label() + " shows " + more
                            + " more collectives on all ranks than its " + kind.label());
        } else {
            remarks.add(new Unreadable(
                    other.source(),
                    "contradicts, or was taken earlier: it shows " + -more
                            + " fewer collectives on all ranks than rank " + rank + "'s " + kind.label(),
                    Kind.INCOMPLETE));
        }
    }

    /** Returns the value that more than half of all have; 0 if there is none. */
    private static long majority(Collection<Long> values) {
        for (long value : values) {
            if (Collections.frequency(values, value) * 2 > values.size()) {
                return value;
            }
        }
        return 0;
    }

    private long calls(ProcessEvidence process, int rank) {
        return process.membershipsOf(rank).stream()
                .filter(membership -> membership.size() == largestCommunicator)
                .mapToLong(membership -> membership.collectives().lastSequence() + membership.extraLibraryCalls())
                .sum();
    }

    /** Returns the processes; those for which another source shows more calls are unobserved after their last call. */
    List<ProcessEvidence> check(List<ProcessEvidence> processes) {
        return processes.stream()
                .map(process -> contradictions.containsKey(process.source())
                        ? process.unobservedAfterCalls(contradictions.get(process.source()))
                        : process)
                .toList();
    }

    /** Returns what the user should know about the other sources. */
    List<Unreadable> remarks() {
        return remarks;
    }
}
