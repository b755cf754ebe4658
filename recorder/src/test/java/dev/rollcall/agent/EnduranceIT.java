package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Endurance;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.LossKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 100,000 calls by several threads on several groups, through a ring of 64 slots. */
class EnduranceIT {
    private static final int TAIL = 16;
    private static final List<Long> CALLS = List.of(25_000L + TAIL, 25_000L + TAIL, 50_000L + TAIL);

    /** The growth of the Java heap allowed for 80,000 calls: less than 14 bytes per call. */
    private static final long HEAP_KIB = 1024;

    /**
     * The growth allowed beyond that of a process without the agent in 100,000 calls: less than the 700 bytes of a held work or
     * future per call. The job alone varies by tens of MiB.
     */
    private static final long RESIDENT_KIB = 64 * 1024;

    /** The native objects allowed beyond the job's own: the futures that are watched at a time. */
    private static final long HANDLES = 256;

    /**
     * Losses without a lost call: more works are in flight than the ring has slots, and two threads may claim one slot, or store
     * one string, at the same time.
     */
    private static final Set<LossKind> HARMLESS = Set.of(
            LossKind.CALLS_SKIPPED, LossKind.PENDING_OVERWRITTEN, LossKind.UPDATES_DROPPED, LossKind.HEAP_ABANDONED);

    @TempDir
    private Path folder;

    @Test
    void countsEveryCallOnceWithoutLeaksOrChangedResults() throws Exception {
        Forked.Result plain;
        try (Forked process = forked(folder).withoutAgent()) {
            plain = process.run(1, Endurance.class).get(0);
            assertEquals(0, plain.exitCode(), plain.err());
        }
        Path recorded = folder.resolve("recorded");
        assertTrue(recorded.toFile().mkdir());
        try (Forked process = forked(recorded).options("slots=64")) {
            Forked.Result result = process.run(1, Endurance.class).get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals(plain.out(), result.out());
            assertEquals(1, result.own().size(), result.err());
            assertNoGrowth(plain.err(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertTrue(
                    HARMLESS.containsAll(trace.trace().losses().keySet()),
                    () -> "" + trace.trace().losses());
            List<CommunicatorEntry> groups = trace.trace().communicators();
            assertEquals(
                    CALLS,
                    groups.stream()
                            .map(group -> group.collectives().lastEnqueued())
                            .toList());
            for (CommunicatorEntry group : groups) {
                assertNewestWithoutHoles(trace, group);
            }
        }
    }

    /** The Java heap and the allocator's arenas have a fixed size, so that only held objects make the process grow. */
    private static Forked forked(Path folder) {
        return new Forked(folder)
                .environment("MALLOC_ARENA_MAX", "2")
                .compiler("-XX:+TieredCompilation")
                .jvm("-XX:+AlwaysPreTouch")
                .jvm("-Xms128m")
                .jvm("-Xmx128m");
    }

    private static void assertNewestWithoutHoles(Traces trace, CommunicatorEntry group) {
        List<CallEvent> held = trace.calls().stream()
                .filter(call -> call.communicator() == group.index())
                .toList();
        List<Long> sequences = held.stream().map(CallEvent::sequence).sorted().toList();
        assertEquals(sequences.stream().distinct().toList(), sequences, "recorded twice");
        long last = group.collectives().lastEnqueued();
        assertEquals(
                LongStream.rangeClosed(last - TAIL + 1, last).boxed().toList(),
                sequences.stream().skip(Math.max(0, sequences.size() - TAIL)).toList());
        assertEquals(last, group.collectives().lastCompleted());
        assertNull(group.collectives().carried(), "nothing is pending");
        assertTrue(held.stream().allMatch(CallEvent::completed), () -> "" + held);
    }

    private static void assertNoGrowth(String plain, String recorded) {
        List<long[]> without = memory(plain);
        List<long[]> with = memory(recorded);
        assertTrue(with.get(1)[0] - with.get(0)[0] < HEAP_KIB, recorded);
        assertTrue(with.get(1)[1] - without.get(1)[1] < RESIDENT_KIB, plain + recorded);
        assertTrue(with.get(1)[2] - without.get(1)[2] < HANDLES, plain + recorded);
    }

    /** Returns the Java heap and the resident memory in KiB, and the native objects, after 20,000 and after 100,000 calls. */
    private static List<long[]> memory(String err) {
        List<long[]> memory = err.lines()
                .filter(line -> line.startsWith("memory "))
                .map(line -> line.split(" "))
                .map(words -> new long[] {Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])})
                .toList();
        assertEquals(2, memory.size(), err);
        return memory;
    }
}
