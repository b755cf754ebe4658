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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Decides which process holds each global rank, and which one to believe if two claim the same rank. */
final class RankAssignment {
    private final Map<Integer, ProcessEvidence> owners = new TreeMap<>();
    private final List<Unreadable> unused = new ArrayList<>();

    /** Assigns the ranks of one job's processes, whose sources are all of one kind. */
    RankAssignment(List<ProcessEvidence> processes, SourceKind kind) {
        List<ProcessEvidence> bestFirst = new ArrayList<>(processes);
        bestFirst.sort(Comparator.comparing(
                        (ProcessEvidence process) -> process.memberships().isEmpty())
                .thenComparing(process -> !hasSites(process))
                .thenComparing(
                        Comparator.comparingLong(ProcessEvidence::started).reversed())
                .thenComparing(ProcessEvidence::source));
        Map<String, List<ProcessEvidence>> unknown = new LinkedHashMap<>();
        for (ProcessEvidence process : bestFirst) {
            SortedSet<Integer> ranks = process.ranks();
            boolean usesDevices =
                    !process.copies().isEmpty() || process.devices().shows();
            if (ranks.isEmpty() && bestFirst.size() == 1 && usesDevices) {
                // A single process that uses several GPUs has no rank, but the verdict reports what it did with them.
                ranks.add(0);
            }
            Integer taken =
                    ranks.stream().filter(owners::containsKey).findFirst().orElse(null);
            if (taken == null) {
                ranks.forEach(rank -> owners.put(rank, process));
            }
            if (taken != null
                    && ranks.size() == 1
                    && namedByCommunicator(kind)
                    && bothExist(process, owners.get(taken))) {
                unused.add(new Unreadable(
                        process.source(),
                        "process " + process.pid() + (process.host().isEmpty() ? "" : " on " + process.host())
                                + " has the rank of another process in a communicator of the same size, and no"
                                + " communicator contains both",
                        Kind.UNNUMBERED));
            } else if (taken != null) {
                unused.add(new Unreadable(
                        process.source(),
                        kind == SourceKind.RAS
                                ? "another RAS report is newer, or shows more"
                                : process.source().equals(owners.get(taken).source())
                                        ? "rank " + taken + " is judged by a later process in this file"
                                        : "rank " + taken + " is judged by another file that holds later calls",
                        Kind.LEFT_ASIDE));
            } else if (ranks.isEmpty()) {
                unknown.computeIfAbsent(process.source(), source -> new ArrayList<>())
                        .add(process);
            }
        }
        unknown.forEach((source, its) -> unused.add(new Unreadable(source, unknownRank(its, kind), Kind.LEFT_ASIDE)));
    }

    /** Words why processes of one source are not used. */
    private static String unknownRank(List<ProcessEvidence> processes, SourceKind kind) {
        ProcessEvidence first = processes.get(0);
        if (kind == SourceKind.STACKS) {
            String who = processes.size() > 1
                    ? processes.size() + " processes; save the stacks of each"
                    : (first.pid() < 0 ? "a process" : "process " + first.pid()) + "; save its stacks";
            return "nothing shows the rank of " + who + " as rank_R.txt, R being the rank";
        }
        boolean alone =
                processes.stream().allMatch(process -> process.memberships().isEmpty());
        return processes.size() > 1
                ? "the ranks of " + processes.size() + " processes are unknown"
                        + (alone ? ": they joined no communicator" : "")
                : "its rank is unknown" + (alone ? ": it joined no communicator" : "");
    }

    /** Returns whether a rank is the one in the largest communicator, for want of another. */
    private static boolean namedByCommunicator(SourceKind kind) {
        return kind == SourceKind.LOG || kind == SourceKind.RAS;
    }

    /**
     * Returns whether two processes existed at the same time with the same rank in different communicators. Then the largest
     * communicator of either does not contain all ranks, and the rank in it is not the global rank.
     */
    private static boolean bothExist(ProcessEvidence one, ProcessEvidence other) {
        boolean timed = one.started() != Call.NO_TIME && other.started() != Call.NO_TIME;
        boolean apart = timed && (one.lastAlive() < other.started() || other.lastAlive() < one.started());
        return !apart
                && !(one.host().equals(other.host()) && one.pid() == other.pid())
                && Collections.disjoint(largestCommunicators(one), largestCommunicators(other));
    }

    private static Set<String> largestCommunicators(ProcessEvidence process) {
        int size = process.largestCommunicatorSize();
        return process.memberships().stream()
                .filter(membership ->
                        membership.size() == size && !membership.identity().isEmpty())
                .map(MembershipEvidence::identity)
                .collect(Collectors.toSet());
    }

    /** Returns whether the calls of a process have call sites: of a dump's two formats, only one has stacks. */
    private static boolean hasSites(ProcessEvidence process) {
        return process.memberships().stream()
                .map(MembershipEvidence::collectives)
                .anyMatch(calls -> IntStream.range(0, calls.size()).anyMatch(i -> calls.siteNumber(i) != 0));
    }

    /** Returns the processes by global rank, ascending. A process of several ranks is there several times. */
    Map<Integer, ProcessEvidence> owners() {
        return owners;
    }

    /** Returns the sources of processes without a rank of their own, with the reasons. */
    List<Unreadable> unused() {
        return unused;
    }
}
