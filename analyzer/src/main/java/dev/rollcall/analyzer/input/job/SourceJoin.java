package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.RetainedMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Joins what sources of several kinds show of each rank of one job. Communicators are those of one {@linkplain SourceKind.Naming
 * naming}, because no source says which of its communicators is which in another naming; sources of the other namings show how
 * ranks ended, and where their threads are. Not thread-safe.
 */
final class SourceJoin {
    private final SourceKind.Naming naming;
    /** Whether logs of NCCL show calls. */
    private final boolean logged;

    private final Map<Integer, ProcessEvidence> joined = new TreeMap<>();
    private final Map<Integer, SourceKind> kinds = new HashMap<>();
    private final Map<Integer, Set<RankSource>> sources = new HashMap<>();
    private final List<Unreadable> remarks = new ArrayList<>();

    /** Joins the processes by global rank of each kind. */
    SourceJoin(Map<SourceKind, Map<Integer, ProcessEvidence>> owners) {
        naming = naming(owners);
        logged = owners.getOrDefault(SourceKind.LOG, Map.of()).values().stream().anyMatch(ProcessEvidence::showsCalls);
        Map<SourceKind, Map<Integer, ProcessEvidence>> confirmed = confirmed(owners);
        // In the order of the kinds, so that the kind that holds the most comes first on each rank.
        confirmed.forEach((kind, processes) -> {
            if (kind.naming() == naming) {
                add(kind, processes);
            }
        });
        confirmed.forEach((kind, processes) -> {
            if (kind.naming() != naming) {
                add(kind, processes);
            }
        });
    }

    /** Returns the processes; those for which a source of another naming shows more calls are unobserved after their last call. */
    private Map<SourceKind, Map<Integer, ProcessEvidence>> confirmed(
            Map<SourceKind, Map<Integer, ProcessEvidence>> owners) {
        Map<SourceKind, Map<Integer, ProcessEvidence>> listing = new EnumMap<>(SourceKind.class);
        owners.forEach((kind, processes) -> {
            if (processes.values().stream().anyMatch(ProcessEvidence::listsCalls)) {
                listing.put(kind, processes);
            }
        });
        SourceKind decisive = listing.entrySet().stream()
                .filter(entry -> entry.getKey().naming() == naming)
                .max(Comparator.comparingInt((Map.Entry<SourceKind, Map<Integer, ProcessEvidence>> entry) ->
                                entry.getValue().size())
                        .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .orElse(null);
        if (decisive == null || listing.size() < 2) {
            return owners;
        }
        SourceCrossCheck check = new SourceCrossCheck(listing.remove(decisive), decisive);
        listing.forEach((kind, processes) -> check.compare(processes, kind));
        remarks.addAll(check.remarks());
        Map<SourceKind, Map<Integer, ProcessEvidence>> confirmed = new EnumMap<>(owners);
        confirmed.put(decisive, check.applyTo(owners.get(decisive)));
        return confirmed;
    }

    /** Returns the naming whose sources show calls of the most ranks; of equal ones that of the kind that holds more. */
    private static SourceKind.Naming naming(Map<SourceKind, Map<Integer, ProcessEvidence>> owners) {
        SourceKind.Naming best = SourceKind.Naming.NONE;
        long most = -1;
        for (SourceKind kind : owners.keySet()) {
            long ranks = owners.entrySet().stream()
                    .filter(entry -> entry.getKey().naming() == kind.naming())
                    .flatMap(entry -> entry.getValue().entrySet().stream())
                    .filter(owner -> owner.getValue().showsCalls())
                    .map(Map.Entry::getKey)
                    .distinct()
                    .count();
            if (ranks > most) {
                most = ranks;
                best = kind.naming();
            }
        }
        return best;
    }

    private void add(SourceKind kind, Map<Integer, ProcessEvidence> processes) {
        // A process of several ranks stays one object.
        Map<ProcessEvidence, ProcessEvidence> completed = new IdentityHashMap<>();
        boolean besideDumps = kind == SourceKind.CONSOLE && kinds.containsValue(SourceKind.DUMP);
        processes.forEach((rank, process) -> {
            if (kind.naming() == naming || showsState(process)) {
                sources.computeIfAbsent(rank, unused -> new LinkedHashSet<>())
                        .add(new RankSource(kind.label(), process.source()));
            }
            ProcessEvidence known = joined.get(rank);
            if (known != null) {
                joined.put(
                        rank,
                        completed.computeIfAbsent(
                                known, own -> own.completedBy(process, completesMemberships(kind, own))));
            } else if (kind.naming() == naming && !isCounted(kind) || showsState(process)) {
                kinds.put(rank, kind);
                joined.put(
                        rank, kind.naming() == naming ? comparable(process, besideDumps) : withoutCalls(process, kind));
            }
        });
    }

    /** Returns the evidence without times if it is a console's beside dumps: a console has the local time of its host. */
    private static ProcessEvidence comparable(ProcessEvidence process, boolean besideDumps) {
        return besideDumps ? TimeShift.UNKNOWN.of(process) : process;
    }

    /**
     * Returns whether a source adds to the communicators of a process. RAS adds none to those of a log with calls: it gives a split
     * communicator another identity than the log does, and its counts are of an earlier moment.
     */
    private boolean completesMemberships(SourceKind kind, ProcessEvidence own) {
        return kind.naming() == naming && !(kind == SourceKind.RAS && own.showsCalls());
    }

    /**
     * Returns whether a kind of source only counts the calls of ranks beside others whose logs list calls: RAS counts no sends and
     * receives, so that its ranks would seem to have made none.
     */
    private boolean isCounted(SourceKind kind) {
        return kind == SourceKind.RAS && logged;
    }

    private static boolean showsState(ProcessEvidence process) {
        return process.ending() != null && process.ending().hasEnded()
                || !process.threads().isEmpty();
    }

    private static ProcessEvidence withoutCalls(ProcessEvidence process, SourceKind kind) {
        Ending ending = process.ending() != null && process.ending().hasEnded()
                ? process.ending().withoutTime()
                : Ending.unobserved("nothing but its " + kind.label() + " was read");
        return process.toBuilder()
                .ending(ending)
                .memberships(List.of())
                .classPath(List.of())
                .copies(List.of())
                .devices(DeviceRecord.NONE)
                .retained(RetainedMemory.NONE)
                .build();
    }

    /** Returns what is known of each rank, ascending. A process of several ranks is there several times. */
    Map<Integer, ProcessEvidence> processes() {
        return joined;
    }

    /** Returns how the job's communicators are identified. */
    SourceKind.Naming naming() {
        return naming;
    }

    /** Returns the kind of source that shows the most of a rank. */
    SourceKind kind(int rank) {
        return kinds.get(rank);
    }

    /** Returns the files that show something of a rank, the one that shows the most first. */
    List<RankSource> sources(int rank) {
        return List.copyOf(sources.get(rank));
    }

    /** Returns what the user should know about sources that were not used, or disagree. */
    List<Unreadable> remarks() {
        return remarks;
    }
}
