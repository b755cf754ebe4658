package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.GpuNccl;
import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.Misplacement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * JavaCPP's own binding over libraries that stand in for NCCL and CUDA: which calls the agent makes and records, in which order.
 * They say nothing of what NCCL does, for which there is {@link GpuNcclIT}.
 */
class RecordedNcclIT extends NcclScenarios {
    private Path libraries;

    @Override
    Forked forked() throws Exception {
        libraries = StandIns.libraries();
        return new Forked(folder)
                .without("pytorch")
                .environment("LD_LIBRARY_PATH", libraries.toString())
                // JavaCPP prefers an installed CUDA runtime.
                .environment("LD_PRELOAD", libraries.resolve("libcudart.so.13").toString())
                .environment("ROLLCALL_NCCL", folder.resolve("ranks").toString())
                .environment("ROLLCALL_CUDA_LOG", folder.resolve("log").toString());
    }

    @Override
    Path faults() throws Exception {
        return StandIns.injector();
    }

    @Override
    String preloaded() {
        return libraries.resolve("libcudart.so.13") + ":";
    }

    @Test
    void touchesNoEventAfterAnAbort() throws Exception {
        try (Forked ranks = forked()) {
            ranks.run(1, GpuNccl.class, "abort-alone", "process", "" + WORLD);
            List<String> log = Files.readAllLines(folder.resolve("log"));
            int abort = log.indexOf(log.stream()
                    .filter(line -> line.startsWith("abort"))
                    .findFirst()
                    .orElseThrow());
            assertTrue(log.subList(0, abort).stream().anyMatch(line -> line.startsWith("query")), log.toString());
            assertEquals(List.of(), log.subList(abort + 1, log.size()));
        }
    }

    @Test
    void loadsTheKernelForSumsBeforeTheCommunicatorIsCreated() throws Exception {
        try (Forked ranks = forked().options("results=checksum")) {
            ranks.run(1, GpuNccl.class, "capture", "process", "1");
            assertEquals(
                    List.of("load", "create"),
                    Files.readAllLines(folder.resolve("log")).stream()
                            .map(line -> line.split(" ")[0])
                            .filter(what -> what.equals("load") || what.equals("create"))
                            .toList());
        }
    }

    @Test
    void sumsResultsAfterManyAborts() throws Exception {
        try (Forked ranks = forked().options("results=checksum")) {
            Forked.Result result = ranks.run(1, GpuNccl.class, "abort-often", "process", "" + WORLD)
                    .get(0);
            assertEquals("done abort-often\n", result.out(), result.err());
            assertEquals(1, RecordedResultsIT.sums(Traces.open(ranks.trace(0))).size(), result.err());
        }
    }

    @Test
    void doesNotTakeItsOwnSumsForLaunchesOfTheApplication() throws Exception {
        try (Forked ranks = forked().options("results=checksum,sync=each")) {
            ranks.run(WORLD, GpuNccl.class, "results", "process", "" + WORLD);
            List<String> log = Files.readAllLines(folder.resolve("log"));
            assertTrue(log.stream().anyMatch(line -> line.startsWith("sum")), log.toString());
            assertTrue(log.stream().noneMatch(line -> line.startsWith("synchronize")), log.toString());
        }
    }

    @Test
    void recordsAnAsynchronousErrorForThePendingCalls() throws Exception {
        try (Forked ranks = forked().environment("ROLLCALL_NCCL_ERROR", "6")) {
            ranks.start(WORLD, GpuNccl.class, "remote-error", "process", "" + WORLD);
            assertEquals("done remote-error\n", ranks.result(0).out(), ranks.err(0));
            Traces trace = Traces.open(ranks.trace(0));
            CallEvent last = trace.calls().get(1);
            assertTrue(last.failed(), trace.describe(last));
            assertEquals("asynchronous error 6 (ncclRemoteError)", trace.trace().string(last.text()));
        }
    }

    @Test
    void recordsACallThatNcclRefuses() throws Exception {
        try (Forked ranks = forked()) {
            ranks.run(1, GpuNccl.class, "refused", "process", "1");
            Traces trace = Traces.open(ranks.trace(0));
            assertEquals(
                    List.of(
                            "ncclAllReduce returned 4 (ncclInvalidArgument)",
                            "ncclAllReduce returned 4 (ncclInvalidArgument)",
                            "ncclGroupEnd returned 4 (ncclInvalidArgument)"),
                    trace.calls().stream()
                            .map(call -> trace.trace().string(call.text()))
                            .toList());
        }
    }

    @Test
    void saysThatACallGetsMemoryThatItsDeviceCannotReach() throws Exception {
        try (Forked ranks = forked()) {
            Forked.Result result =
                    ranks.run(1, GpuNccl.class, "wrong-buffer", "process", "1").get(0);
            Traces trace = Traces.open(ranks.trace(0));
            List<MisplacedEvent> misplaced = trace.events(MisplacedEvent.class);
            assertEquals(
                    List.of(1, 2),
                    misplaced.stream().map(MisplacedEvent::argument).toList(),
                    result.err());
            assertTrue(
                    misplaced.stream()
                            .allMatch(each -> each.what() == Misplacement.COMMUNICATOR
                                    && each.device() == 1
                                    && each.expectedDevice() == 0
                                    && each.call() >= 0),
                    misplaced.toString());
            assertEquals(3, result.own().size(), result.err());
        }
    }

    @Test
    void leavesTheEndOfCallsUnknownThatNobodyAskedForBeforeTheDestruction() throws Exception {
        for (Traces trace : processes("unasked")) {
            assertEquals(
                    List.of(true, true),
                    trace.calls().stream().map(CallEvent::unknown).toList());
        }
    }

    @Test
    void recordsTheTwinForProfilersOnce() throws Exception {
        try (Forked ranks = forked()) {
            ranks.run(1, GpuNccl.class, "twin", "process", "1");
            Traces trace = Traces.open(ranks.trace(0));
            assertEquals(1, trace.calls().size());
            assertTrue(trace.calls().get(0).completed());
        }
    }

    /** JCuda alone unpacks its library in place, and a process that starts meanwhile dies of the half-written file. */
    @Test
    void startsManyProcessesAtOnceWhereJCudaIsNotUnpackedYet() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        int processes = 4;
        try (Forked ranks = forked().jvm("-Djava.io.tmpdir=" + empty)) {
            for (Forked.Result result : ranks.run(processes, GpuNccl.class, "ring", "process", "" + processes)) {
                assertEquals("done ring\n", result.out(), result.err());
                assertFalse(result.err().contains("JCuda"), result.err());
            }
            try (Stream<Path> unpacked = Files.list(empty)) {
                assertEquals(
                        List.of("libJCudaDriver-12.6.0-linux-x86_64.so"),
                        unpacked.map(each -> each.getFileName().toString())
                                .filter(name -> name.startsWith("lib"))
                                .toList());
            }
        }
    }

    @Test
    void recordsCallsWithoutJCuda() throws Exception {
        Path alone = Files.copy(Path.of(System.getProperty("rollcall.agent")), folder.resolve("rollcall-agent.jar"));
        try (Forked ranks = forked().agent(alone).without("jcuda")) {
            Forked.Result result =
                    ranks.run(1, GpuNccl.class, "ring", "process", "1").get(0);
            assertEquals("done ring\n", result.out(), result.err());
            assertEquals(2, result.own().size(), result.err());
            assertTrue(result.own().get(1).contains("JCuda is not on the class path"), result.err());
            Traces trace = Traces.open(ranks.trace(0));
            assertEquals(40, trace.calls().size());
            assertFalse(trace.calls().stream().anyMatch(CallEvent::pending));
        }
    }

    @Test
    void recordsWhatCollectivesHoldWhenMemoryIsExhausted() throws Exception {
        try (Forked ranks = forked().environment("ROLLCALL_CUDA_BYTES", "" + (16 << 20))) {
            Forked.Result result =
                    ranks.run(1, GpuNccl.class, "exhausted", "process", "1").get(0);
            assertTrue(result.err().contains("CUDA error 2"), result.err());
            List<BufferEvent> events =
                    RetainedBuffersIT.events(Traces.open(ranks.trace(0)).trace());
            BufferEvent failed = events.stream()
                    .filter(event -> event.use() == BufferUse.EXHAUSTED)
                    .findFirst()
                    .orElseThrow();
            assertEquals(1 << 20, failed.bytes());
            BufferEvent held = events.get(events.indexOf(failed) - 1);
            assertTrue(held.heldBytes() > failed.bytes(), events.toString());
        }
    }
}
