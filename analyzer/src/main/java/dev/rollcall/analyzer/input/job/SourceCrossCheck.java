package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sets what a job is judged by against other sources of the same ranks, such as logs beside dumps, by how many collectives each tells
 * of on all ranks. What one of c10d's calls is to NCCL differs by operation, but alike on every rank: so a rank contradicts where its
 * two counts are apart by another number than most ranks' are. Not thread-safe.
 */
final class SourceCrossCheck {
    private final Map<Integer, ProcessEvidence> owners;
    private final int world;
    private final SourceKind kind;
    private final Map<String, String> ahead = new HashMap<>();
    private final List<Unreadable> said = new ArrayList<>();

    /** Starts for processes of one kind, by rank. */
    SourceCrossCheck(Map<Integer, ProcessEvidence> owners, SourceKind kind) {
        this.owners = owners;
        this.kind = kind;
        this.world = owners.values().stream()
                .flatMap(process -> process.memberships().stream())
                .mapToInt(MembershipEvidence::size)
                .max()
                .orElse(-1);
    }

    /** Compares with sources of another kind. */
    void with(Map<Integer, ProcessEvidence> others, SourceKind otherKind) {
        Map<Integer, Long> apart = new TreeMap<>();
        others.forEach((rank, other) -> {
            if (owners.containsKey(rank)) {
                apart.put(rank, calls(other, rank) - calls(owners.get(rank), rank));
            } else {
                said.add(new Unreadable(
                        other.source(),
                        "rank " + rank + " has no " + kind.label() + "; this " + otherKind.label() + " tells of "
                                + calls(other, rank) + " collectives on all ranks, and was not used",
                        Kind.LEFT_ASIDE));
            }
        });
        long usual = usual(apart);
        int agreeing = 0;
        for (Map.Entry<Integer, Long> one : apart.entrySet()) {
            long more = one.getValue() - usual;
            agreeing += more == 0 ? 1 : 0;
            if (more != 0) {
                contradict(one.getKey(), others.get(one.getKey()), otherKind, more);
            }
        }
        if (agreeing > 0) {
            said.add(new Unreadable(
                    others.values().iterator().next().source(),
                    agreeing == 1
                            ? "agrees with the " + kind.label() + " of its rank, which tells more"
                            : "agrees with the " + kind.label() + " of its rank, which tells more; so do "
                                    + (agreeing - 1) + " more",
                    Kind.LEFT_ASIDE));
        }
    }

    /** Returns the processes, with those broken off of which another source tells more calls. */
    List<ProcessEvidence> processes(List<ProcessEvidence> processes) {
        return processes.stream()
                .map(process ->
                        ahead.containsKey(process.source()) ? process.brokenOff(ahead.get(process.source())) : process)
                .toList();
    }

    /** Returns what is to be said of the other sources. */
    List<Unreadable> said() {
        return said;
    }

    private void contradict(int rank, ProcessEvidence other, SourceKind otherKind, long more) {
        if (more > 0) {
            ahead.put(
                    owners.get(rank).source(),
                    "contradicted: rank " + rank + "'s " + otherKind.label() + " tells of " + more
                            + " more collectives on all ranks than its " + kind.label());
        } else {
            said.add(new Unreadable(
                    other.source(),
                    "contradicts, or was taken earlier: it tells of " + -more
                            + " fewer collectives on all ranks than rank " + rank + "'s " + kind.label(),
                    Kind.INCOMPLETE));
        }
    }

    /** Returns by how many calls the counts of more than half of the ranks are apart; 0 where there is no such number. */
    private static long usual(Map<Integer, Long> apart) {
        for (long difference : apart.values()) {
            if (Collections.frequency(apart.values(), difference) * 2 > apart.size()) {
                return difference;
            }
        }
        return 0;
    }

    private long calls(ProcessEvidence process, int rank) {
        return process.memberships().stream()
                .filter(membership -> membership.size() == world && RankAssignment.of(process, membership) == rank)
                .mapToLong(membership -> membership.collectives().lastSequence() + membership.extraLibraryCalls())
                .sum();
    }
}
