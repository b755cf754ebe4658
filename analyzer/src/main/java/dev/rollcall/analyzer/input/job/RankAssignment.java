package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds out which ranks each process holds, and which process to believe where two claim one rank. */
final class RankAssignment {
    private final Map<Integer, ProcessEvidence> owners = new TreeMap<>();
    private final List<Unreadable> unreadable = new ArrayList<>();

    RankAssignment(List<ProcessEvidence> processes, SourceKind kind) {
        List<ProcessEvidence> best = new ArrayList<>(processes);
        best.sort(Comparator.comparing(
                        (ProcessEvidence process) -> process.memberships().isEmpty())
                .thenComparing(process -> !tellsWhere(process))
                .thenComparing(
                        Comparator.comparingLong(ProcessEvidence::started).reversed())
                .thenComparing(ProcessEvidence::source));
        for (ProcessEvidence process : best) {
            TreeSet<Integer> ranks = new TreeSet<>();
            process.memberships().forEach(membership -> ranks.add(of(process, membership)));
            ranks.add(process.rank());
            ranks.remove(-1);
            if (ranks.isEmpty() && best.size() == 1 && !process.copies().isEmpty()) {
                // A single process that uses several GPUs is no rank of anything, and its copies tell all the same.
                ranks.add(0);
            }
            Integer taken =
                    ranks.stream().filter(owners::containsKey).findFirst().orElse(null);
            if (taken != null && ranks.size() == 1 && kind == SourceKind.LOG && besides(process, owners.get(taken))) {
                unreadable.add(new Unreadable(
                        process.source(),
                        "process " + process.pid() + (process.host().isEmpty() ? "" : " on " + process.host())
                                + " has the place of another in a communicator as large, and none has them both",
                        Kind.UNNUMBERED));
            } else if (taken != null) {
                unreadable.add(new Unreadable(
                        process.source(),
                        "another trace of rank " + taken + ", and not the latest with calls",
                        Kind.LEFT_ASIDE));
            } else if (ranks.isEmpty()) {
                String why = process.memberships().isEmpty() ? ": it joined no communicator" : "";
                unreadable.add(
                        new Unreadable(process.source(), "does not tell which rank it is of" + why, Kind.LEFT_ASIDE));
            }
            if (taken == null) {
                ranks.forEach(rank -> owners.put(rank, process));
            }
        }
    }

    /**
     * Returns whether two processes lived at one time with the same place in different communicators: then the largest of either is
     * not of all ranks, and the place in it no rank.
     */
    private static boolean besides(ProcessEvidence one, ProcessEvidence other) {
        boolean timed = one.started() != Call.NO_TIME && other.started() != Call.NO_TIME;
        boolean apart = timed && (one.lastAlive() < other.started() || other.lastAlive() < one.started());
        return !apart
                && !(one.host().equals(other.host()) && one.pid() == other.pid())
                && Collections.disjoint(largest(one), largest(other));
    }

    private static Set<String> largest(ProcessEvidence process) {
        int size = process.memberships().stream()
                .mapToInt(MembershipEvidence::size)
                .max()
                .orElse(-1);
        return process.memberships().stream()
                .filter(membership ->
                        membership.size() == size && !membership.identity().isEmpty())
                .map(MembershipEvidence::identity)
                .collect(Collectors.toSet());
    }

    /** Returns whether a process's calls have sites: of two forms of one dump, only one has stacks. */
    private static boolean tellsWhere(ProcessEvidence process) {
        return process.memberships().stream()
                .map(MembershipEvidence::collectives)
                .anyMatch(calls -> IntStream.range(0, calls.size()).anyMatch(i -> calls.site(i) != 0));
    }

    /** Returns the processes by global rank, ascending. */
    Map<Integer, ProcessEvidence> owners() {
        return owners;
    }

    /** Returns the processes that have no rank of their own. */
    List<Unreadable> unreadable() {
        return unreadable;
    }

    /** Returns the global rank that holds a membership of a process; -1 where nothing tells it. */
    static int of(ProcessEvidence process, MembershipEvidence membership) {
        if (membership.globalRank() >= 0) {
            return membership.globalRank();
        }
        if (membership.communicatorRank() >= 0
                && membership.communicatorRank() < membership.members().size()
                && membership.members().get(membership.communicatorRank()) >= 0) {
            return membership.members().get(membership.communicatorRank());
        }
        if (process.rank() >= 0) {
            return process.rank();
        }
        return process.memberships().stream()
                .filter(other -> other.communicatorRank() >= 0)
                .max(Comparator.comparingInt(MembershipEvidence::size))
                .map(MembershipEvidence::communicatorRank)
                .orElse(-1);
    }
}
