package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Groups;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process groups that delegate calls to backends, and splits and merges of process groups, over Gloo. */
class RecordedGroupsIT {
    private static final int WORLD = 3;
    private static final int LEFT_OUT = 1;
    private static final Set<String> LEFT = Set.of("merged", "remote");

    @TempDir
    private Path folder;

    @Test
    void recordsDelegatedCallsOnceAndSplitsAndMerges() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            List<Forked.Result> results = ranks.run(WORLD, Groups.class);
            for (int rank = 0; rank < WORLD; rank++) {
                assertEquals(0, results.get(rank).exitCode(), results.get(rank).err());
                Traces trace = Traces.open(ranks.trace(rank));
                boolean split = rank != LEFT_OUT;
                assertEquals(
                        Stream.of(
                                        "world 1 all_reduce 4 f32 sum completed",
                                        "backend 1 all_reduce 5 f32 sum completed",
                                        split ? "outer 1 all_reduce 6 f32 sum completed" : "",
                                        "merged 1 all_reduce 7 f32 sum completed",
                                        split ? "pair 1 all_reduce 8 f32 sum completed" : "",
                                        "remote 1 all_reduce 9 f32 sum completed",
                                        "world 2 barrier completed")
                                .filter(line -> !line.isEmpty())
                                .toList(),
                        trace.calls().stream().map(trace::describe).toList());
                CommunicatorEntry remote = named(trace, "remote");
                assertTrue(results.get(rank).out().endsWith("rank in the last " + remote.rank() + "\n"));
                for (CommunicatorEntry entry : trace.trace().communicators()) {
                    assertEquals(
                            LEFT.contains(entry.name()) ? CommunicatorPhase.LEFT : CommunicatorPhase.JOINED,
                            entry.phase(),
                            entry.name());
                    assertFalse(entry.identity().isEmpty(), entry.name());
                }
            }
            assertSplits(Traces.open(ranks.trace(0)), Traces.open(ranks.trace(2)));
        }
    }

    private static void assertSplits(Traces first, Traces last) throws Exception {
        for (String name : List.of("outer", "pair", "merged", "remote")) {
            assertEquals(named(first, name).identity(), named(last, name).identity());
        }
        CommunicatorEntry pair = named(first, "pair");
        assertEquals(2, pair.size());
        assertEquals(0, pair.rank());
        assertEquals(1, named(last, "pair").rank());
        assertEquals(1, named(last, "outer").rank());
        assertEquals(
                "world", first.trace().communicators().get(pair.parent() - 1).name());
        assertEquals(List.of(0L, 2L), pair.members());
        CommunicatorEvent birth = first.events(CommunicatorEvent.class).stream()
                .filter(event -> first.trace().string(event.name()).equals("pair"))
                .findFirst()
                .orElseThrow();
        assertEquals(CommunicatorPhase.JOINING, birth.phase());
        CommunicatorEvent left = first.events(CommunicatorEvent.class).stream()
                .filter(event -> event.phase() == CommunicatorPhase.LEFT)
                .findFirst()
                .orElseThrow();
        assertEquals("merged.shutdown();", first.line(left.stack(), Groups.class));
        assertEquals(pair.parent(), birth.parent());
        assertEquals(1, birth.splitOrdinal());
    }

    private static CommunicatorEntry named(Traces trace, String name) {
        return trace.trace().communicators().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
