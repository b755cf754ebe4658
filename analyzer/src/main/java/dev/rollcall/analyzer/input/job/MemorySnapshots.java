package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.CallInput;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.HeldBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The memory snapshots of one job, which complete the traces of their ranks. Not thread-safe. */
final class MemorySnapshots {
    private final Map<Integer, List<ProcessEvidence>> byRank = new TreeMap<>();

    /** Takes the snapshots. */
    MemorySnapshots(List<ProcessEvidence> snapshots) {
        snapshots.forEach(each ->
                byRank.computeIfAbsent(each.rank(), rank -> new ArrayList<>()).add(each));
    }

    /** Returns the traces, completed; a snapshot that completes none is added to {@code unused}. */
    List<ProcessEvidence> complete(List<ProcessEvidence> traces, List<Unreadable> unused) {
        List<ProcessEvidence> completed = new ArrayList<>();
        for (ProcessEvidence trace : traces) {
            List<ProcessEvidence> own = trace.ranks().stream()
                    .filter(byRank::containsKey)
                    .flatMap(rank -> byRank.remove(rank).stream())
                    .toList();
            completed.add(own.isEmpty() ? trace : completed(trace, own));
        }
        byRank.values().stream()
                .flatMap(List::stream)
                .forEach(snapshot -> unused.add(new Unreadable(snapshot.source(), reason(snapshot), Kind.LEFT_ASIDE)));
        return completed;
    }

    private static ProcessEvidence completed(ProcessEvidence trace, List<ProcessEvidence> snapshots) {
        List<CallInput> inputs = trace.inputs().load();
        List<HeldBuffers> held = snapshots.stream()
                .flatMap(snapshot -> StreamHeldBuffers.of(inputs, snapshot.allocations()).stream())
                .toList();
        return trace.toBuilder().retained(trace.retained().with(held)).build();
    }

    private static String reason(ProcessEvidence snapshot) {
        return snapshot.rank() < 0
                ? "its name has no rank; save memory snapshots as snapshot_rank_R.pickle, R being the rank"
                : "a memory snapshot shows buffers of collectives only beside the trace of rank " + snapshot.rank();
    }
}
