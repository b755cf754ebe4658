package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemorySnapshotsTest {
    @Test
    void keepsATraceWhoseCallsCannotBeReadAgain() {
        ProcessEvidence trace = ProcessEvidence.builder(Path.of("rank-0.trace"))
                .rank(0)
                .inputs(() -> {
                    throw new OutOfMemoryError();
                })
                .build();
        ProcessEvidence snapshot = ProcessEvidence.builder(Path.of("snapshot_rank_0.pickle"))
                .rank(0)
                .build();
        List<Unreadable> remarks = new ArrayList<>();
        MemorySnapshots snapshots = new MemorySnapshots(List.of(snapshot), InputLimits.DEFAULT);
        assertEquals(1, snapshots.complete(List.of(trace), remarks).size());
        assertEquals(
                List.of("snapshot_rank_0.pickle"),
                remarks.stream().map(Unreadable::file).toList());
    }
}
