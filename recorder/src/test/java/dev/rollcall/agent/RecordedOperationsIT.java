package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Operations;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.NewestLists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of c10d over Gloo, recorded once and with its arguments. */
class RecordedOperationsIT {
    private static final int WORLD = 3;
    private static final int ROOT = 1;

    @TempDir
    private Path folder;

    private static List<String> collectives(int rank) {
        boolean root = rank == ROOT;
        int given = 3 * WORLD * (rank + 1);
        return List.of(
                "world 1 all_reduce 7 f32 sum completed",
                "world 2 sparse_all_reduce 10 f32 sum completed",
                "world 3 reduce 6 i64 product root 1 completed",
                "world 4 reduce 6 f32 sum root 0 completed",
                "world 5 all_gather 5 f32 completed",
                "world 6 all_gather 5 f32 completed",
                "world 7 all_gather 4 f32 completed",
                "world 8 gather 8" + (root ? ">24" : "") + " f32 root 1 completed",
                "world 9 scatter " + (root ? "27" : "") + ">9 f32 root 1 completed",
                "world 10 reduce_scatter >4 f32 max completed",
                "world 11 reduce_scatter >5 f32 sum completed",
                "world 12 reduce_scatter >6 f32 sum completed",
                "world 13 all_to_all 3>3 f32 completed",
                "world 14 all_to_all " + given + ">18 f32 completed",
                "world 15 monitored_barrier completed",
                "world 16 all_gather 2 f32 failed",
                "world 17 all_to_all 2>2 f32 failed",
                "world 18 barrier completed");
    }

    /** Only a wait says that one of Gloo's sends or receives has ended. */
    private static List<String> messages(int rank) {
        return switch (rank) {
            case 0 ->
                List.of(
                        "world 1 send 11 f32 peer 1 tag 42 completed",
                        "world 2 recv >12 f32 tag 43 completed",
                        "world 3 send 13 f32 peer 1 tag 44 unknown");
            case 1 ->
                List.of(
                        "world 1 recv >11 f32 peer 0 tag 42 completed",
                        "world 2 send 12 f32 peer 0 tag 43 completed",
                        "world 3 recv >13 f32 peer 0 tag 44 completed");
            default -> List.of();
        };
    }

    @Test
    void recordsEachOperationOnceWithItsArguments() throws Exception {
        try (Forked ranks = new Forked(folder)) {
            for (Forked.Result result : ranks.run(WORLD, Operations.class)) {
                assertEquals(0, result.exitCode(), result.err());
            }
            for (int rank = 0; rank < WORLD; rank++) {
                Traces trace = Traces.open(ranks.trace(rank));
                assertEquals(collectives(rank), described(trace, false));
                assertEquals(messages(rank), described(trace, true));
                assertFailures(trace);
                assertShares(trace, rank);
                assertEquals(1, trace.trace().communicators().size());
                assertTrue(
                        trace.trace().losses().isEmpty(),
                        () -> "" + trace.trace().losses());
            }
        }
    }

    private static List<String> described(Traces trace, boolean pointToPoint) {
        return trace.calls().stream()
                .filter(call -> call.operation().pointToPoint() == pointToPoint)
                .map(trace::describe)
                .toList();
    }

    private static void assertFailures(Traces trace) {
        List<String> texts = new ArrayList<>();
        for (CallEvent call : trace.calls()) {
            if (call.failed()) {
                texts.add(trace.trace().string(call.text()));
            }
        }
        assertEquals(
                List.of(
                        "java.lang.RuntimeException: ProcessGroupGloo::allgather_coalesced:"
                                + " output lists should be equal to world size",
                        "java.lang.RuntimeException: Backend gloo does not support alltoall"),
                texts);
    }

    /** Splits are counted in elements; a row of the program's tensors has three. */
    private static void assertShares(Traces trace, int rank) {
        CallEvent uneven = trace.calls().stream()
                .filter(call -> call.sequence() == 14 && !call.operation().pointToPoint())
                .findFirst()
                .orElseThrow();
        assertTrue(uneven.hasListHash());
        NewestLists lists = trace.trace().newestLists(uneven.communicator()).stream()
                .filter(each -> each.sequence() == 14)
                .findFirst()
                .orElseThrow();
        long[] given = new long[WORLD];
        Arrays.fill(given, 3L * (rank + 1));
        assertEquals(Arrays.toString(given), Arrays.toString(lists.input()));
        assertEquals("[3, 6, 9]", Arrays.toString(lists.output()));
        assertEquals(uneven.listHash(), lists.hash());
    }
}
