package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class StacksTest {
    private static final SourceTree NO_SOURCES = new SourceTree(List.of());

    private static List<StackView> stacks(Job job, List<Integer> ranks, List<Evidence> evidence) {
        Finding finding = new Finding(
                Cause.RANK_ABSENT, Severity.CULPRIT, ranks, job.communicators().get(0), 4, "", "", "", null, evidence);
        return Stacks.of(job, finding, NO_SOURCES);
    }

    private static ExampleJob waiting(int... ranks) {
        ExampleJob job = new ExampleJob(3).steps(3);
        for (int rank : ranks) {
            job.call(rank, Signature.of("barrier"), "save", 88, CallState.STARTED);
        }
        return job;
    }

    @Test
    void showsAStackOfSeveralRanksOnceAndTheNamedRanksFirst() {
        ExampleJob example = waiting(0, 1);
        Job job = example.build();

        List<StackView> stacks = stacks(
                job,
                List.of(2),
                List.of(
                        new Evidence(0, example.last(0), "waits"),
                        new Evidence(1, example.last(1), "waits"),
                        new Evidence(2, example.last(2), "its last call")));

        assertEquals(
                List.of("Rank 2", "Ranks 0 and 1"),
                stacks.stream().map(StackView::who).toList());
        assertEquals("call 4: barrier", stacks.get(1).title());
        assertTrue(stacks.get(1).frames().get(1).site());
    }

    @Test
    void showsFirstWhereANamedRankIsThatWaitsInNoCall() {
        ExampleJob example = waiting(0, 1);
        example.thread(2, new ThreadSnapshot("main", "RUNNABLE", ExampleJob.stack("load", 70), ExampleJob.SEEN));

        List<StackView> stacks =
                stacks(example.build(), List.of(2), List.of(new Evidence(2, example.last(2), "its last call")));

        assertEquals("thread main, runnable", stacks.get(0).title());
        assertEquals("call 3: all_reduce(1,024 × f32, sum)", stacks.get(1).title());
    }

    @Test
    void aSnapshotOlderThanTheRanksLastCallDoesNotShowWhereItIs() {
        ExampleJob example = waiting(0, 1);
        long beforeTheLastCall = example.last(2).enqueued() - 1;
        example.thread(2, new ThreadSnapshot("main", "RUNNABLE", ExampleJob.stack("load", 70), beforeTheLastCall));

        List<StackView> stacks =
                stacks(example.build(), List.of(2), List.of(new Evidence(2, example.last(2), "its last call")));

        assertEquals("call 3: all_reduce(1,024 × f32, sum)", stacks.get(0).title());
    }

    @Test
    void aSnapshotFromBeforeTheEndOfTheLastCallDoesNotShowWhereTheRankIs() {
        ExampleJob example = waiting(0, 1);
        long inTheLastCall = example.last(2).enqueued() + 1;
        example.thread(2, new ThreadSnapshot("main", "RUNNABLE", ExampleJob.stack("load", 70), inTheLastCall));

        assertNull(example.build().currentSnapshot(2));
    }

    @Test
    void showsBothStacksOfADeadlock() {
        ExampleJob example = waiting(0, 1);
        deadlock(example, 2, "main", "worker-1");

        List<StackView> stacks =
                stacks(example.build(), List.of(2), List.of(new Evidence(2, example.last(2), "its last call")));

        assertEquals("thread main, blocked by worker-1", stacks.get(0).title());
        assertEquals("thread worker-1, blocked by main", stacks.get(1).title());
        assertEquals(
                "deadlock: threads `main` and `worker-1` wait for each other's locks",
                stacks.get(0).note());
    }

    @Test
    void aDeadlockOfThreadsThatDoNotCallIsNotWhereTheRankIs() {
        ExampleJob example = waiting(0, 1);
        deadlock(example, 2, "metrics", "upload");
        example.thread(2, new ThreadSnapshot("main", "RUNNABLE", ExampleJob.stack("load", 70), ExampleJob.SEEN));
        Job job = example.build();

        assertNull(job.deadlock(2));
        assertEquals(1, job.rank(2).lockCycles().size());
        List<StackView> stacks = stacks(job, List.of(2), List.of(new Evidence(2, example.last(2), "its last call")));
        assertEquals("thread main, runnable", stacks.get(0).title());
    }

    private static void deadlock(ExampleJob example, int rank, String one, String other) {
        CallStack stack = ExampleJob.stack("load", 70);
        example.thread(rank, new ThreadSnapshot(one, "BLOCKED", stack, ExampleJob.SEEN, "Cache@1", other));
        example.thread(rank, new ThreadSnapshot(other, "BLOCKED", stack, ExampleJob.SEEN, "Queue@2", one));
    }

    @Test
    void leavesOutTheThreadsOfARankThatWaitsInItsCall() {
        ExampleJob example = waiting(0);
        example.thread(0, new ThreadSnapshot("main", "RUNNABLE", ExampleJob.stack("load", 70), ExampleJob.SEEN));

        assertEquals(
                1,
                stacks(example.build(), List.of(0), List.of(new Evidence(0, example.last(0), "")))
                        .size());
    }

    @Test
    void saysThatARankMadeNoCallWhereNothingElseIsKnown() {
        StackView stack = stacks(waiting(0).build(), List.of(2), List.of(new Evidence(2, null, "no trace was read")))
                .get(0);

        assertEquals("no call", stack.title());
        assertEquals("no trace was read", stack.note());
    }

    @Test
    void addsTheErrorOfAFailedCall() {
        ExampleJob example = new ExampleJob(2);
        example.call(0, Signature.of("barrier"), ExampleJob.stack("save", 88), CallState.FAILED, "main", "peer closed");
        Call failed = example.last(0);

        assertEquals(
                "it gave up; failed: peer closed",
                stacks(example.build(), List.of(0), List.of(new Evidence(0, failed, "it gave up")))
                        .get(0)
                        .note());
    }

    @Test
    void namesAllRanksThatMadeTheCallFromTheSameStack() {
        ExampleJob example = waiting(0, 1);

        List<StackView> stacks =
                stacks(example.build(), List.of(2), List.of(new Evidence(0, example.last(0), "waits in it")));

        assertEquals("Ranks 0 and 1", stacks.get(0).who());
    }

    @Test
    void showsWhereARankEndedThatWasInACall() {
        ExampleJob example = waiting(0, 2);
        example.ending(
                2, new Ending(Ending.Kind.EXITED, 0, "", "main", ExampleJob.stack("stop", 111), ExampleJob.START));

        List<StackView> stacks =
                stacks(example.build(), List.of(2), List.of(new Evidence(2, example.last(2), "its last call")));

        assertEquals(
                List.of("exited with code 0", "call 4: barrier"),
                stacks.stream().map(StackView::title).toList());
    }

    @Test
    void showsNoThreadsOfRanksThatAreInACallOfTheEvidence() {
        ExampleJob example = waiting(0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            example.thread(rank, new ThreadSnapshot("main", "WAITING", ExampleJob.stack("wait", 53), ExampleJob.SEEN));
        }

        List<StackView> stacks =
                stacks(example.build(), List.of(0, 1, 2), List.of(new Evidence(0, example.last(0), "waits in it")));

        assertEquals(
                List.of("Ranks 0–2, call 4: barrier"),
                stacks.stream().map(stack -> stack.who() + ", " + stack.title()).toList());
    }

    @Test
    void namesAllRanksThatAreInTheMakingOfAGroup() {
        CallStack site = ExampleJob.stack("joinGroups", 27);
        JoinRecord begun = new JoinRecord(Membership.Phase.JOINING, ExampleJob.START, Call.NO_TIME, site, "");
        Job job = new ExampleJob(4)
                .birth(0, begun)
                .birth(1, begun)
                .birth(3, begun)
                .build();
        Call making = new Call(
                0,
                Signature.of("the making of the group"),
                "",
                CallState.STARTED,
                ExampleJob.START,
                ExampleJob.START,
                Call.NO_TIME,
                site,
                "",
                "");

        List<StackView> stacks = stacks(job, List.of(2), List.of(new Evidence(0, making, "waits in it")));

        assertEquals("Ranks 0, 1 and 3", stacks.get(0).who());
        assertEquals("the making of the group", stacks.get(0).title());
    }
}
