package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallGridsTest {
    private static final int ROOM = 8;

    private static Finding finding(Job job, long sequence, List<Integer> ranks, Evidence... evidence) {
        return new Finding(
                Cause.UNDETERMINED,
                Severity.CULPRIT,
                ranks,
                job.communicators().get(0),
                sequence,
                "",
                "",
                "",
                null,
                List.of(evidence));
    }

    private static List<String> marked(CallGrid grid) {
        List<String> marked = new ArrayList<>();
        for (CallGrid.Row row : grid.rows()) {
            for (int i = 0; i < row.cells().size(); i++) {
                if (row.cells().get(i).marked()) {
                    marked.add(row.sequence() + " " + grid.columns().get(i).title());
                }
            }
        }
        return marked;
    }

    private static ExampleJob swap() {
        ExampleJob job = new ExampleJob(4).steps(8);
        for (int rank = 0; rank < 4; rank++) {
            boolean swapped = rank == 2;
            job.call(rank, Signature.of(swapped ? "barrier" : "broadcast"), "a", 40, CallState.STARTED);
            job.call(rank, Signature.of(swapped ? "broadcast" : "barrier"), "b", 41, CallState.ENQUEUED);
        }
        return job;
    }

    @Test
    void putsEqualRanksIntoOneColumnTheNamedFirst() {
        Job job = swap().build();

        CallGrid grid = CallGrids.around(job, finding(job, 9, List.of(2)), ROOM);

        assertEquals(
                List.of("Rank 2", "Ranks 0, 1 and 3"),
                grid.columns().stream().map(CallGrid.Column::title).toList());
        assertEquals(
                List.of(6L, 7L, 8L, 9L, 10L),
                grid.rows().stream().map(CallGrid.Row::sequence).toList());
        assertEquals("barrier", grid.rows().get(3).cells().get(0).call());
        assertEquals("waiting", grid.rows().get(3).cells().get(0).state());
        assertEquals("not finished", grid.rows().get(4).cells().get(0).state());
    }

    @Test
    void marksBothCallsOfASwapAndNoEqualCallBefore() {
        ExampleJob example = swap();
        Job job = example.build();
        Call before =
                job.communicators().get(0).memberships().get(2).collectives().call(7);

        CallGrid grid = CallGrids.around(
                job,
                finding(job, 9, List.of(2), new Evidence(2, before, "its last"), new Evidence(2, example.last(2), "")),
                ROOM);

        assertEquals(List.of("9 Rank 2", "10 Rank 2"), marked(grid));
    }

    @Test
    void marksThePlaceWhereANamedRankMadeNoCall() {
        ExampleJob example = new ExampleJob(3).steps(4);
        example.call(0, Signature.of("barrier"), "a", 40, CallState.STARTED);
        example.call(1, Signature.of("barrier"), "a", 40, CallState.STARTED);
        Job job = example.build();

        CallGrid grid = CallGrids.around(job, finding(job, 5, List.of(2)), ROOM);

        assertEquals(List.of("5 Rank 2"), marked(grid));
        CallGrid.Row last = grid.rows().get(grid.rows().size() - 1);
        assertEquals("no call", last.cells().get(0).call());
    }

    @Test
    void takesNoCallBehindTheLastOneForASkippedOne() {
        ExampleJob example = new ExampleJob(3).steps(4);
        for (int rank = 0; rank < 2; rank++) {
            for (int call = 0; call < 3; call++) {
                CallState state = call == 0 ? CallState.STARTED : CallState.ENQUEUED;
                example.call(rank, Signature.of("barrier"), "a", 40 + call, state);
            }
        }
        Job job = example.build();

        CallGrid grid = CallGrids.around(job, finding(job, 7, List.of(2)), ROOM);

        assertEquals(
                List.of("no call", "no call", "no call"),
                grid.rows().stream()
                        .filter(row -> row.sequence() > 4)
                        .map(row -> row.cells().get(0).call())
                        .toList());
        assertEquals(
                List.of("no call", "waiting", "not finished"),
                grid.words().stream().map(CallGrid.Word::text).toList());
    }

    @Test
    void keepsRanksTogetherWhoseEqualCallsEndedDifferently() {
        ExampleJob example = new ExampleJob(4).steps(4);
        example.call(0, Signature.of("barrier"), "a", 40, CallState.STARTED);
        for (int rank = 1; rank < 4; rank++) {
            CallState state = rank == 1 ? CallState.FAILED : CallState.STARTED;
            example.call(rank, Signature.of("broadcast"), "b", 41, state);
        }
        Job job = example.build();

        CallGrid grid = CallGrids.around(job, finding(job, 5, List.of(0)), ROOM);

        assertEquals(2, grid.columns().size());
        assertEquals("1 failed, 2 waiting", grid.rows().get(3).cells().get(1).state());
    }

    /** All ranks make ten numbered calls; rank 2 makes some more before the fifth, or leaves some out from there on. */
    private static Job shifted(int extra, int skipped) {
        ExampleJob example = new ExampleJob(3);
        for (int rank = 0; rank < 3; rank++) {
            for (int call = 1; call <= 10; call++) {
                for (int i = 0; rank == 2 && call == 5 && i < extra; i++) {
                    example.call(rank, Signature.of("barrier"), "save", 60 + i, CallState.COMPLETED);
                }
                if (rank != 2 || call < 5 || call >= 5 + skipped) {
                    example.call(rank, ExampleJob.allReduce(call), "step", 20 + call, CallState.COMPLETED);
                }
            }
        }
        return example.build();
    }

    private static String text(CallGrid.Row row) {
        return row.label() + " " + row.cells().get(0).call() + " | "
                + row.cells().get(1).call();
    }

    private static List<String> text(CallGrid grid) {
        return grid.rows().stream().map(CallGridsTest::text).toList();
    }

    private static List<String> divergent(CallGrid grid) {
        return grid.rows().stream()
                .filter(CallGrid.Row::divergent)
                .map(CallGridsTest::text)
                .toList();
    }

    @Test
    void anExtraCallHasARowOfItsOwnAndLaterCallsStandBesideTheirEquals() {
        Job job = shifted(1, 0);

        CallGrid grid = CallGrids.around(job, finding(job, 5, List.of(2)), ROOM);

        assertEquals(
                List.of(
                        "2 all_reduce(2 × f32, sum) | all_reduce(2 × f32, sum)",
                        "3 all_reduce(3 × f32, sum) | all_reduce(3 × f32, sum)",
                        "4 all_reduce(4 × f32, sum) | all_reduce(4 × f32, sum)",
                        " barrier | –",
                        "5 all_reduce(5 × f32, sum) | all_reduce(5 × f32, sum)",
                        "6 all_reduce(6 × f32, sum) | all_reduce(6 × f32, sum)",
                        "7 all_reduce(7 × f32, sum) | all_reduce(7 × f32, sum)"),
                text(grid));
        assertEquals(List.of(" barrier | –"), divergent(grid));
        assertEquals(List.of("0 Rank 2"), marked(grid));
        assertEquals("own call 5", grid.rows().get(3).cells().get(0).state());
        assertEquals("own call 6", grid.rows().get(4).cells().get(0).state());
        assertEquals("", grid.rows().get(4).cells().get(1).state());
    }

    @Test
    void skippedCallsAreGapsAndTheRankGoesOnBesideItsEquals() {
        Job job = shifted(0, 2);

        CallGrid grid = CallGrids.around(job, finding(job, 5, List.of(2)), ROOM);

        assertEquals(
                List.of(
                        "5 – | all_reduce(5 × f32, sum)",
                        "6 – | all_reduce(6 × f32, sum)",
                        "7 all_reduce(7 × f32, sum) | all_reduce(7 × f32, sum)",
                        "8 all_reduce(8 × f32, sum) | all_reduce(8 × f32, sum)"),
                text(grid).subList(3, 7));
        assertEquals(List.of("5 – | all_reduce(5 × f32, sum)"), divergent(grid));
        assertEquals(List.of("5 Rank 2", "6 Rank 2"), marked(grid));
        assertEquals("own call 5", grid.rows().get(5).cells().get(0).state());
    }

    @Test
    void theFirstDifferenceIsMarkedWhereTheFindingNamesALaterCall() {
        Job job = shifted(1, 0);

        assertEquals(List.of(" barrier | –"), divergent(CallGrids.around(job, finding(job, 7, List.of(2)), ROOM)));
    }

    @Test
    void pairsCallsBehindAnEarlierShift() {
        Job job = shifted(3, 0);

        CallGrid grid = CallGrids.around(job, finding(job, 9, List.of(2)), ROOM);

        assertEquals(
                "9 all_reduce(9 × f32, sum) | all_reduce(9 × f32, sum)",
                text(grid.rows().get(3)));
        assertEquals("own call 12", grid.rows().get(3).cells().get(0).state());
    }

    @Test
    void shortensALongRun() {
        Job job = shifted(40, 0);

        CallGrid grid = CallGrids.around(job, finding(job, 5, List.of(2)), ROOM);

        assertEquals(12, grid.rows().size());
        assertEquals("own call 45", grid.rows().get(9).cells().get(0).state());
    }

    @Test
    void aCallThatNoLaterCallConfirmsStandsBesideTheOthersCall() {
        ExampleJob example = new ExampleJob(3).steps(4);
        for (int rank = 0; rank < 3; rank++) {
            String operation = rank == 2 ? "barrier" : "broadcast";
            example.call(rank, Signature.of(operation), "a", 40, CallState.STARTED);
        }
        Job job = example.build();

        assertEquals(
                List.of("5 barrier | broadcast"), divergent(CallGrids.around(job, finding(job, 5, List.of(2)), ROOM)));
    }

    private static Cell afterTheLastCall(Job job, int rank, long sequence) {
        CallGrid grid = CallGrids.around(job, finding(job, sequence, List.of(rank)), ROOM);
        return grid.rows().stream()
                .filter(row -> row.sequence() == sequence)
                .findFirst()
                .orElseThrow()
                .cells()
                .get(0);
    }

    private static ExampleJob twoWaitForRankTwo() {
        ExampleJob example = new ExampleJob(3).steps(4);
        example.call(0, Signature.of("barrier"), "a", 40, CallState.STARTED);
        example.call(1, Signature.of("barrier"), "a", 40, CallState.STARTED);
        return example;
    }

    @Test
    void aCallThatNobodyWouldHaveRecordedIsNotCalledMissing() {
        ExampleJob example = twoWaitForRankTwo();
        example.ending(2, Ending.unobserved("disk full"));

        Cell cell = afterTheLastCall(example.build(), 2, 5);
        assertEquals("not recorded", cell.call());
        assertEquals("its record ends here", cell.state());
    }

    @Test
    void aFileThatMayLackCallsDoesNotShowThatACallIsMissing() {
        ExampleJob example = twoWaitForRankTwo();
        Job whole = example.build();
        Coverage.Unreadable cut =
                new Coverage.Unreadable(whole.rank(2).source(), "calls were dropped", Coverage.Kind.INCOMPLETE);
        Job job = new Job(
                whole.id(),
                whole.ranks(),
                whole.communicators(),
                whole.signatures(),
                whole.stacks(),
                new Coverage(3, 3, List.of(cut), List.of()));

        assertEquals("no call", afterTheLastCall(whole, 2, 5).call());
        assertEquals("not recorded", afterTheLastCall(job, 2, 5).call());
    }

    @Test
    void aCallThatCompletedElsewhereWasMadeAfterTheFileWasRead() {
        ExampleJob example = new ExampleJob(3).steps(4);
        example.call(0, ExampleJob.allReduce(8), "a", 40, CallState.COMPLETED);
        example.call(1, ExampleJob.allReduce(8), "a", 40, CallState.COMPLETED);

        assertEquals("not read", afterTheLastCall(example.build(), 2, 5).call());
    }

    @Test
    void callsThatAFileNeverHeldWereNotOverwritten() {
        Job ring = new ExampleJob(2).from(10).steps(2).build();
        Job late = new Job(
                ring.id(),
                ring.ranks(),
                ring.communicators(),
                ring.signatures(),
                ring.stacks(),
                new Coverage(
                        2, 2, List.of(), List.of(new Coverage.MissingCalls(0, "world", 9, Coverage.Missing.UNKNOWN))));

        assertEquals("overwritten", afterTheLastCall(ring, 0, 9).call());
        assertEquals("not shown", afterTheLastCall(late, 0, 9).call());
    }

    @Test
    void saysWhatWasOverwrittenAndWhatWasNotRead() {
        Job job = new ExampleJob(2).from(10).steps(2).build();

        CallGrid grid = CallGrids.around(job, finding(job, 11, List.of(0, 5)), ROOM);

        assertEquals("overwritten", grid.rows().get(0).cells().get(0).call());
        assertEquals("no trace", grid.rows().get(0).cells().get(1).call());
    }

    @Test
    void leavesOutTheSmallestGroupsWhereThereIsNoRoom() {
        ExampleJob example = new ExampleJob(12);
        for (int rank = 0; rank < 12; rank++) {
            example.call(rank, ExampleJob.allReduce(Math.max(3, rank)), "a", 40, CallState.STARTED);
        }
        Job job = example.build();

        CallGrid grid = CallGrids.around(job, finding(job, 1, List.of(11)), 3);

        assertEquals(
                List.of("Rank 11", "Ranks 0–3", "Rank 4"),
                grid.columns().stream().map(CallGrid.Column::title).toList());
        assertEquals(List.of(5, 6, 7, 8, 9, 10), grid.omitted());
    }

    @Test
    void drawsNothingForAFindingWithoutAPlace() {
        Job job = new ExampleJob(2).steps(1).build();

        assertNull(CallGrids.around(job, finding(job, 0, List.of(0)), ROOM));
        assertTrue(CallGrids.around(job, finding(job, 1, List.of(0)), ROOM)
                .omitted()
                .isEmpty());
    }

    @Test
    void marksACallThatNoOtherRankMade() {
        Job job = swap().build();
        CallGrid.Row parting =
                CallGrids.around(job, finding(job, 9, List.of(2)), ROOM).rows().get(3);
        assertTrue(parting.differs(parting.cells().get(0)));
        assertFalse(parting.differs(parting.cells().get(1)));

        CallGrid.Row alike =
                CallGrids.around(job, finding(job, 9, List.of(1)), ROOM).rows().get(3);
        assertTrue(alike.cells().get(0).marked());
        assertFalse(alike.differs(alike.cells().get(0)));

        CallGrid.Row all = CallGrids.around(job, finding(job, 9, List.of(0, 1, 2, 3)), ROOM)
                .rows()
                .get(3);
        assertTrue(all.cells().stream().allMatch(all::differs));
        CallGrid.Row one = CallGrids.around(job, finding(job, 8, List.of(0, 1, 2, 3)), ROOM)
                .rows()
                .get(3);
        assertTrue(one.cells().stream().noneMatch(one::differs));
    }

    @Test
    void aDeadRankDoesNotWait() {
        ExampleJob example = new ExampleJob(2).steps(4);
        example.call(0, Signature.of("barrier"), "a", 40, CallState.STARTED);
        example.call(1, Signature.of("barrier"), "a", 40, CallState.STARTED);
        example.ending(1, new Ending(Ending.Kind.DIED, -1, "", "", CallStack.UNKNOWN, ExampleJob.START));
        Job job = example.build();

        CallGrid grid = CallGrids.around(job, finding(job, 5, List.of(1)), ROOM);

        assertEquals("not finished", grid.rows().get(3).cells().get(0).state());
        assertEquals("waiting", grid.rows().get(3).cells().get(1).state());
    }

    @Test
    void namesPeersByTheirGlobalRanks() {
        ExampleJob example = new ExampleJob(2).communicator("pipeline 3", 6);
        example.call(7, new Signature("recv", "f32", 8, 8, null, -1, 0, 0), "a", 40, CallState.STARTED);
        Job job = example.build();

        CallGrid grid = CallGrids.around(job, finding(job, 1, List.of(7), new Evidence(7, example.last(7), "")), ROOM);

        assertEquals("Sends and receives on ", grid.title());
        assertEquals("recv(8 × f32, from 6)", grid.rows().get(0).cells().get(0).call());
    }

    @Test
    void showsOfSendsAndReceivesThoseThatTheFindingSpeaksOf() {
        ExampleJob example = new ExampleJob(8);
        for (int rank = 0; rank < 8; rank++) {
            Signature send = new Signature("send", "f32", 8, 8, null, -1, (rank + 1) % 8, 0);
            example.call(rank, send, "a", 40, CallState.STARTED);
        }
        Job job = example.build();

        CallGrid grid = CallGrids.around(
                job,
                finding(job, 1, List.of(5), new Evidence(5, example.last(5), ""), new Evidence(6, example.last(6), "")),
                ROOM);

        assertEquals(
                List.of("Rank 5", "Rank 6", "Rank 0"),
                grid.columns().stream().map(CallGrid.Column::title).toList());
        assertEquals(List.of(1, 2, 3, 4, 7), grid.omitted());
    }
}
