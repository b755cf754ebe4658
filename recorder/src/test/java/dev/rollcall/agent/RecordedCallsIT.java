package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Collectives;
import dev.rollcall.ranks.EqualIndexes;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real ranks over Gloo in processes of their own. */
class RecordedCallsIT {
    @TempDir
    private Path folder;

    @Test
    void recordsTheCallsOfFourRanks() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            for (Forked.Result result : ranks.run(4, Collectives.class)) {
                assertEquals(0, result.exitCode(), result.err());
            }
            for (int rank = 0; rank < 4; rank++) {
                Traces trace = Traces.open(ranks.trace(rank));
                assertEquals(
                        List.of(
                                "world 1 all_reduce 24 f32 max completed",
                                "world 2 all_reduce 24 f32 sum completed",
                                "world 3 broadcast 7 i64 root 3 completed",
                                "world 4 barrier completed",
                                "dp 1 all_gather 5 f32 completed",
                                "dp 2 all_reduce 24 f32 sum completed",
                                "dp 3 barrier completed"),
                        trace.calls().stream().map(trace::describe).toList());
                assertEquals(rank, trace.trace().identity().rank());
                assertEquals(4, trace.trace().identity().world());
                assertTrue(
                        trace.trace().losses().isEmpty(),
                        () -> "" + trace.trace().losses());
            }
        }
    }

    @Test
    void recordsTheLineOfEachCall() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            assertEquals(0, ranks.run(1, Collectives.class).get(0).exitCode());
            Traces trace = Traces.open(ranks.trace(0));
            List<String> lines = new ArrayList<>();
            for (CallEvent call : trace.calls()) {
                lines.add(trace.line(call.stack(), Collectives.class));
            }
            assertEquals(
                    List.of(
                            "world.allreduce(floats, max)._wait();",
                            "world.allreduce(floats)._wait();",
                            "world.broadcast(new TensorVector(longs), fromLast)._wait();",
                            "world.barrier()._wait();",
                            "data._allgather_base(torch.empty(5L * Gloo.WORLD), torch.ones(5))._wait();",
                            "Work left = data.allreduce(floats);",
                            "Work neverAsked = data.barrier();"),
                    lines);
            assertEquals(
                    List.of("org.bytedeco.pytorch.ProcessGroupGloo.allreduce", Collectives.class.getName() + ".main"),
                    trace.trace().stack(trace.calls().get(0).stack()).stream()
                            .map(frame -> frame.type() + "." + frame.method())
                            .toList());
        }
    }

    @Test
    void distinguishesMethodsAndLambdasWithEqualBytecodeIndexes() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            assertEquals(0, ranks.run(1, EqualIndexes.class).get(0).exitCode());
            Traces trace = Traces.open(ranks.trace(0));
            List<String> round = List.of(
                    "[first, main]",
                    "[second, main]",
                    "[first, run, main]",
                    "[second, run, main]",
                    "[sum, lambda$main$0, run, main]",
                    "[lambda$main$1, run, main]",
                    "[lambda$main$2, run, main]");
            List<String> methods = trace.calls().stream()
                    .map(call -> trace.methods(call.stack(), EqualIndexes.class).toString())
                    .toList();
            assertEquals(21, methods.size());
            for (int i = 0; i < methods.size(); i++) {
                assertEquals(round.get(i % round.size()), methods.get(i), "call " + i);
            }
        }
    }

    @Test
    void identifiesCommunicatorsEquallyOnAllRanksAndRecordsTheirCreation() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            ranks.run(2, Collectives.class).forEach(result -> assertEquals(0, result.exitCode(), result.err()));
            List<CommunicatorEntry> first = Traces.open(ranks.trace(0)).trace().communicators();
            List<CommunicatorEntry> second = Traces.open(ranks.trace(1)).trace().communicators();
            assertEquals(2, first.size());
            assertNotEquals(first.get(0).identity(), first.get(1).identity());
            for (int i = 0; i < first.size(); i++) {
                assertEquals(first.get(i).identity(), second.get(i).identity());
                assertEquals(0, first.get(i).rank());
                assertEquals(1, second.get(i).rank());
                assertEquals(2, first.get(i).size());
                assertEquals(CommunicatorPhase.JOINED, first.get(i).phase());
            }
            Traces trace = Traces.open(ranks.trace(0));
            List<CommunicatorEvent> births = trace.events(CommunicatorEvent.class);
            assertEquals(
                    List.of(
                            CommunicatorPhase.JOINING,
                            CommunicatorPhase.JOINED,
                            CommunicatorPhase.JOINING,
                            CommunicatorPhase.JOINED),
                    births.stream().map(CommunicatorEvent::phase).toList());
            assertEquals(
                    "ProcessGroupGloo world = Gloo.join(Gloo.store());",
                    trace.line(births.get(0).stack(), Collectives.class));
        }
    }
}
