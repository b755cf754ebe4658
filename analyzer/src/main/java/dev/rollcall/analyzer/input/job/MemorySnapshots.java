package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.RankSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The memory snapshots of one job, which complete the traces of their ranks. Not thread-safe. */
final class MemorySnapshots {
    private final Map<Integer, List<ProcessEvidence>> byRank = new TreeMap<>();
    private final Map<Integer, RankSource> used = new HashMap<>();
    private final InputLimits limits;

    /** Takes the snapshots; {@code limits} say how long one may take. */
    MemorySnapshots(List<ProcessEvidence> snapshots, InputLimits limits) {
        this.limits = limits;
        snapshots.forEach(each ->
                byRank.computeIfAbsent(each.rank(), rank -> new ArrayList<>()).add(each));
    }

    /** Returns the traces, completed; what the user should know about snapshots that complete none, or in part, is added to {@code remarks}. */
    List<ProcessEvidence> complete(List<ProcessEvidence> traces, List<Unreadable> remarks) {
        List<ProcessEvidence> completed = new ArrayList<>();
        for (ProcessEvidence trace : traces) {
            List<ProcessEvidence> own = trace.ranks().stream()
                    .filter(byRank::containsKey)
                    .flatMap(rank -> byRank.remove(rank).stream())
                    .toList();
            completed.add(own.isEmpty() ? trace : completed(trace, own, remarks));
        }
        byRank.values().stream()
                .flatMap(List::stream)
                .forEach(snapshot -> remarks.add(new Unreadable(snapshot.source(), reason(snapshot), Kind.LEFT_ASIDE)));
        return completed;
    }

    /**
     * Uses the newest snapshot of each rank alone: an older one shows much of the same memory. Where a rank of the process has none, the
     * newest of all shows its memory, too.
     */
    private ProcessEvidence completed(
            ProcessEvidence trace, List<ProcessEvidence> snapshots, List<Unreadable> remarks) {
        Map<Integer, ProcessEvidence> chosen = new TreeMap<>();
        for (int rank : trace.ranks()) {
            chosen.put(rank, newest(snapshots, rank));
        }
        ProcessEvidence newestOfAll = newest(snapshots, -1);
        snapshots.stream()
                .filter(each -> !chosen.containsValue(each))
                .forEach(each -> remarks.add(
                        new Unreadable(each.source(), "there is a newer snapshot of its rank", Kind.LEFT_ASIDE)));
        ProcessEvidence completed = trace;
        for (ProcessEvidence snapshot : new LinkedHashSet<>(chosen.values())) {
            try {
                List<HeldBuffers> held = SourceBoundary.read(
                        limits.time(),
                        () -> StreamHeldBuffers.of(
                                trace.inputs().load().stream()
                                        .filter(input -> chosen.getOrDefault(input.rank(), newestOfAll) == snapshot)
                                        .toList(),
                                snapshot.allocations()));
                snapshot.losses()
                        .forEach(loss -> remarks.add(new Unreadable(snapshot.source(), loss, Kind.INCOMPLETE)));
                used.put(snapshot.rank(), new RankSource(SourceKind.MEMORY.label(), snapshot.source()));
                completed = completed.toBuilder()
                        .retained(completed.retained().with(held))
                        .build();
            } catch (SourceFailure failure) {
                remarks.add(new Unreadable(snapshot.source(), failure.getMessage()));
            }
        }
        return completed;
    }

    private static ProcessEvidence newest(List<ProcessEvidence> snapshots, int rank) {
        Comparator<ProcessEvidence> byEnd =
                Comparator.comparingLong(each -> each.allocations().end());
        return snapshots.stream()
                .filter(each -> each.rank() == rank)
                .max(byEnd)
                .orElseGet(() -> snapshots.stream().max(byEnd).orElseThrow());
    }

    /** Returns the snapshot with which the trace of a rank was completed, if there is one. */
    Stream<RankSource> used(int rank) {
        return Stream.ofNullable(used.get(rank));
    }

    private static String reason(ProcessEvidence snapshot) {
        return snapshot.rank() < 0
                ? "its name has no rank; save memory snapshots as snapshot_rank_R.pickle, R being the rank"
                : "a memory snapshot shows buffers of collectives only beside the trace of rank " + snapshot.rank();
    }
}
