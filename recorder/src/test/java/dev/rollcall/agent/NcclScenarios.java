package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.GpuNccl;
import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.GroupEvent;
import dev.rollcall.trace.ResultEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent records of two ranks that communicate by NCCL, in one process each or in one for both. */
abstract class NcclScenarios {
    static final int WORLD = 2;
    private static final long LIMIT_MILLIS = 120_000;

    /** The results of the scenario that all ranks must have, and which of them a fault in the fourth all_reduce makes wrong. */
    private static final int SUMMED_RESULTS = 19;

    private static final long WRONG_RESULT = 8;

    @TempDir
    Path folder;

    /** Prepares the processes of a test. */
    abstract Forked forked() throws Exception;

    /** Returns the library to preload that can make a result wrong. */
    abstract Path faults() throws Exception;

    /** Returns the libraries that are preloaded without it, each with a colon behind it. */
    String preloaded() {
        return "";
    }

    /** Runs a scenario to its end, a process a rank, and returns the traces by rank. */
    List<Traces> processes(String scenario) throws Exception {
        try (Forked ranks = forked()) {
            List<Forked.Result> results = ranks.run(WORLD, GpuNccl.class, scenario, "process", "" + WORLD);
            for (Forked.Result result : results) {
                assertEquals("done " + scenario + "\n", result.out(), result.err());
                assertEquals(1, result.own().size(), result.err());
            }
            return List.of(Traces.open(ranks.trace(0)), Traces.open(ranks.trace(1)));
        }
    }

    /** Runs a scenario to its end in one process that no launcher started. */
    private Traces together(String scenario, String mode) throws Exception {
        try (Forked ranks = forked().withoutLauncher()) {
            Forked.Result result =
                    ranks.run(1, GpuNccl.class, scenario, mode, "" + WORLD).get(0);
            assertEquals("done " + scenario + "\n", result.out(), result.err());
            return Traces.open(ranks.trace(0));
        }
    }

    private static List<String> described(Traces trace) {
        return trace.calls().stream().map(trace::describe).toList();
    }

    private static void assertAllCompleted(Traces trace, int calls) {
        assertEquals(calls, trace.calls().size());
        assertTrue(trace.calls().stream().allMatch(CallEvent::completed), () -> String.join("\n", described(trace)));
    }

    private static CommunicatorEntry named(Traces trace, String name) {
        return trace.trace().communicators().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void followsCallsToTheirEndsWithoutTheApplicationsHelp() throws Exception {
        List<Traces> traces = processes("healthy200");
        for (int rank = 0; rank < WORLD; rank++) {
            Traces trace = traces.get(rank);
            assertAllCompleted(trace, 260);
            assertEquals(
                    List.of(
                            "world 1 all_reduce 1024 f32 sum completed",
                            "world 2 broadcast 1024 f32 root 0 completed",
                            "world 3 all_gather 1024 f32 completed",
                            "world 4 reduce_scatter >1024 f32 sum completed"),
                    described(trace).subList(0, 4));
            CallEvent call = trace.calls().get(0);
            assertTrue(call.stream() != 0 && call.buffer() != 0, call.toString());
            assertTrue(!call.blocking() && !call.captured(), call.toString());
            CommunicatorEntry world = named(trace, "world");
            assertEquals(rank, world.rank());
            assertEquals(rank, world.globalRank());
            assertEquals(WORLD, world.size());
            assertEquals(rank, world.device());
            assertEquals(CommunicatorPhase.LEFT, world.phase());
            assertTrue(world.identity().startsWith("nccl:0x"), world.identity());
        }
        assertEquals(
                named(traces.get(0), "world").identity(),
                named(traces.get(1), "world").identity());
    }

    @Test
    void tellsTheRanksOfOneProcessApartWithoutALauncher() throws Exception {
        Traces trace = together("healthy200", "all");
        assertAllCompleted(trace, WORLD * 260);
        List<CommunicatorEntry> entries = new ArrayList<>(trace.trace().communicators());
        assertEquals(WORLD, entries.size());
        assertEquals(
                1, entries.stream().map(CommunicatorEntry::identity).distinct().count());
        assertEquals(
                List.of(0, 1),
                entries.stream().map(CommunicatorEntry::globalRank).sorted().toList());
        assertTrue(entries.stream().allMatch(entry -> entry.name().equals("world")));
    }

    @Test
    void recordsTheRanksOfOneThread() throws Exception {
        Traces trace = together("healthy200", "one-thread");
        assertAllCompleted(trace, WORLD * 10);
        List<CommunicatorEntry> entries = trace.trace().communicators();
        assertEquals(
                IntStream.range(0, WORLD).boxed().toList(),
                entries.stream().map(CommunicatorEntry::rank).toList());
        assertEquals(
                IntStream.range(0, WORLD).boxed().toList(),
                entries.stream().map(CommunicatorEntry::device).toList());
        assertEquals(
                1, entries.stream().map(CommunicatorEntry::identity).distinct().count());
    }

    @Test
    void completesTheCallsOfAGroup() throws Exception {
        Traces trace = processes("ring").get(1);
        assertAllCompleted(trace, 40);
        assertEquals(
                List.of("world 1 send 1024 f32 peer 0 completed", "world 2 recv >1024 f32 peer 0 completed"),
                described(trace).subList(0, 2));
        List<GroupEvent> groups = trace.events(GroupEvent.class);
        assertEquals(40, groups.size());
        assertEquals(2, groups.get(1).calls());
        assertEquals(trace.calls().get(0).group(), groups.get(0).group());
    }

    @Test
    void identifiesSplitsByParentOrdinalAndColour() throws Exception {
        List<Traces> traces = processes("split");
        String world = named(traces.get(0), "world").identity();
        for (Traces trace : traces) {
            CommunicatorEntry reversed = trace.trace().communicators().get(1);
            assertEquals(world + "/split 1 colour 0", reversed.identity());
            assertEquals(WORLD, reversed.size());
            assertEquals(0, reversed.splitColour());
            assertEquals(1, reversed.splitOrdinal());
        }
        assertEquals(
                List.of(0, 1),
                traces.stream()
                        .map(trace -> trace.trace().communicators().get(1).globalRank())
                        .toList());
        assertEquals(2, traces.get(0).trace().communicators().size());
        CommunicatorEntry alone = traces.get(1).trace().communicators().get(2);
        assertEquals(world + "/split 2 colour 3", alone.identity());
        assertEquals(1, alone.size());
        assertEquals(0, alone.rank());
        assertEquals(1, alone.globalRank());
        assertAllCompleted(traces.get(1), 2);
    }

    @Test
    void leavesTheCallsOfAnAbortedCommunicatorPendingAndGoesOn() throws Exception {
        List<Traces> traces = processes("abort");
        assertEquals(
                List.of(
                        "world 1 all_reduce 1024 f32 sum completed",
                        "world 2 all_reduce 1024 f32 sum pending",
                        "group#1 1 all_reduce 1024 f32 sum completed"),
                described(traces.get(0)));
        assertEquals(
                List.of("world 1 all_reduce 1024 f32 sum completed", "group#1 1 all_reduce 1024 f32 sum completed"),
                described(traces.get(1)));
    }

    @Test
    void recordsACapturedCallOnceAsCaptured() throws Exception {
        Traces trace = processes("capture").get(0);
        assertEquals(
                List.of(
                        "world 1 all_reduce 1024 f32 sum completed",
                        "world 2 all_reduce 1024 f32 sum unknown",
                        "world 3 all_reduce 1024 f32 sum completed"),
                described(trace));
        assertEquals(
                List.of(false, true, false),
                trace.calls().stream().map(CallEvent::captured).toList());
    }

    @Test
    void followsANonblockingCommunicatorByTheApplicationsQuestions() throws Exception {
        List<Traces> traces = processes("nonblocking");
        for (Traces trace : traces) {
            assertAllCompleted(trace, 5);
            CommunicatorEntry entry = trace.trace().communicators().get(0);
            assertEquals(CommunicatorPhase.LEFT, entry.phase());
            assertTrue(entry.creationEnded() > 0);
        }
    }

    @Test
    void showsThatOneRankIssuedACallMore() throws Exception {
        try (Forked ranks = forked()) {
            ranks.start(WORLD, GpuNccl.class, "rank0-branch", "process", "" + WORLD);
            awaitCalls(ranks, 0, 6);
            awaitCalls(ranks, 1, 5);
            Traces first = Traces.open(ranks.trace(0));
            CallEvent more = first.calls().get(5);
            assertEquals("world 6 all_reduce 1024 f32 sum pending", first.describe(more));
            assertTrue(first.methods(more.stack(), GpuNccl.class).contains("branch"));
        }
    }

    @Test
    void recordsTheDevicesOfRanksThatShareOne() throws Exception {
        try (Forked ranks = forked().environment("ROLLCALL_NCCL_DISTINCT", "1")) {
            for (Forked.Result result : ranks.run(WORLD, GpuNccl.class, "shared-gpu", "process", "" + WORLD)) {
                assertEquals(1, result.exitCode(), result.err());
            }
            List<String> devices = new ArrayList<>();
            for (int rank = 0; rank < WORLD; rank++) {
                Traces trace = Traces.open(ranks.trace(rank));
                CommunicatorEntry world = named(trace, "world");
                assertEquals(CommunicatorPhase.FAILED, world.phase());
                devices.add(trace.trace().devices().get(world.device()));
            }
            assertEquals(devices.get(0), devices.get(1));
        }
    }

    /** Waits until a rank has recorded so many calls, of which five have completed. */
    private static void awaitCalls(Forked ranks, int rank, int calls) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        while (!recorded(ranks.trace(rank), calls)) {
            assertTrue(System.nanoTime() - begun < LIMIT_MILLIS * 1_000_000, ranks.err(rank));
            Thread.sleep(50);
        }
    }

    private static boolean recorded(Path file, int calls) {
        try {
            List<CallEvent> all = Traces.open(file).calls();
            return all.size() == calls
                    && all.stream().filter(CallEvent::completed).count() == 5;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void recordsInputsThatStayAllocated() throws Exception {
        try (Forked ranks = forked()) {
            for (Forked.Result result : ranks.run(WORLD, GpuNccl.class, "held", "process", "" + WORLD)) {
                assertEquals("kept 8\ndone held\n", result.out(), result.err());
            }
            List<BufferEvent> events =
                    RetainedBuffersIT.events(Traces.open(ranks.trace(0)).trace());
            BufferEvent last = events.get(events.size() - 1);
            assertEquals(BufferUse.INPUT, last.use());
            assertEquals(BufferHolderKind.ALLOCATION, last.holder());
            assertTrue(last.heldBuffers() >= 5 && last.heldBuffers() <= 8, events.toString());
            assertEquals(last.heldBuffers() * last.bytes(), last.heldBytes());
        }
    }

    @Test
    void recordsNothingOfBuffersWhoseLifeIsInOrder() throws Exception {
        assertEquals(
                List.of(),
                RetainedBuffersIT.events(processes("held-healthy").get(0).trace()));
    }

    @Test
    void sumsResultsBehindTheCallsThatWriteThem() throws Exception {
        try (Forked ranks = forked().options("results=checksum")) {
            for (Forked.Result result : ranks.run(WORLD, GpuNccl.class, "results", "process", "" + WORLD)) {
                assertEquals("done results\n", result.out(), result.err());
                assertEquals(1, result.own().size(), result.err());
            }
            Map<Long, ResultEvent> first = RecordedResultsIT.sums(Traces.open(ranks.trace(0)));
            Map<Long, ResultEvent> second = RecordedResultsIT.sums(Traces.open(ranks.trace(1)));
            assertEquals(SUMMED_RESULTS, first.size());
            assertEquals(first.keySet(), second.keySet());
            first.forEach((sequence, sum) ->
                    assertEquals(sum.sum(), second.get(sequence).sum(), sum.toString()));
            assertEquals(4096, first.get(1L).bytes());
            assertEquals(4096 * WORLD, first.get(3L).bytes());
            assertEquals(4086, first.get(4L).bytes());
            assertEquals(1024, first.get(6L).bytes());
        }
    }

    @Test
    void showsTheRankWhoseResultIsWrong() throws Exception {
        try (Forked ranks = forked().options("results=checksum")
                .environment("LD_PRELOAD", preloaded() + faults())
                .environment("ROLLCALL_WRONG_RESULT", "1 4")) {
            ranks.run(WORLD, GpuNccl.class, "results", "process", "" + WORLD);
            Map<Long, ResultEvent> first = RecordedResultsIT.sums(Traces.open(ranks.trace(0)));
            Map<Long, ResultEvent> second = RecordedResultsIT.sums(Traces.open(ranks.trace(1)));
            assertEquals(
                    List.of(WRONG_RESULT),
                    first.keySet().stream()
                            .filter(each ->
                                    first.get(each).sum() != second.get(each).sum())
                            .toList());
        }
    }
}
