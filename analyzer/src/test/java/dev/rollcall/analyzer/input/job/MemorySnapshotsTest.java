package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.AllocatorHistory;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.RankSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    @Test
    void usesTheNewestSnapshotOfEachRankOfAProcess() {
        ProcessEvidence trace = ProcessEvidence.builder(Path.of("0+1.trace"))
                .memberships(List.of(membership(0), membership(1)))
                .build();
        List<Unreadable> remarks = new ArrayList<>();
        MemorySnapshots snapshots = new MemorySnapshots(
                List.of(snapshot("old_rank_0", 0, 1), snapshot("new_rank_0", 0, 3), snapshot("rank_1", 1, 2)),
                InputLimits.DEFAULT);

        snapshots.complete(List.of(trace), remarks);

        assertEquals(
                List.of("old_rank_0"), remarks.stream().map(Unreadable::file).toList());
        assertEquals(
                List.of("new_rank_0", "rank_1"),
                Stream.of(0, 1).flatMap(snapshots::used).map(RankSource::file).toList());
    }

    private static MembershipEvidence membership(int rank) {
        return MembershipEvidence.builder("world").globalRank(rank).build();
    }

    private static ProcessEvidence snapshot(String name, int rank, long end) {
        return ProcessEvidence.builder(Path.of(name))
                .rank(rank)
                .allocations(new AllocatorHistory(List.of(), end))
                .build();
    }
}
