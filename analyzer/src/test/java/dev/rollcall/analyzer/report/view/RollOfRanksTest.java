package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.ExampleJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollOfRanksTest {
    private static ExampleJob threeWaitForRankThree() {
        ExampleJob job = new ExampleJob(4).steps(3);
        for (int rank = 0; rank < 3; rank++) {
            job.call(rank, Signature.of("barrier"), "save", 88, CallState.STARTED);
        }
        return job;
    }

    @Test
    void groupsRanksThatWaitInOneCall() {
        List<Whereabouts> roll = RollOfRanks.of(threeWaitForRankThree().build(), List.of());

        assertEquals(2, roll.size());
        assertEquals("Ranks 0–2", roll.get(0).who());
        assertEquals("in barrier, call 4 on world", roll.get(0).what());
        assertEquals("Trainer.save (Trainer.java:88)", roll.get(0).place());
        assertEquals("for 57 s", roll.get(0).waited().replace('\u00a0', ' '));
        assertEquals(
                "after all_reduce(1,024 × f32, sum), call 3 on world",
                roll.get(1).what());
        assertEquals("", roll.get(1).waited());
    }

    @Test
    void takesTheOldestUnfinishedCall() {
        ExampleJob job = threeWaitForRankThree();
        job.call(0, Signature.of("broadcast"), "later", 90, CallState.ENQUEUED);

        assertEquals("Ranks 0–2", RollOfRanks.of(job.build(), List.of()).get(0).who());
    }

    @Test
    void saysThatTheLastCallFailed() {
        ExampleJob job = threeWaitForRankThree();
        job.call(3, Signature.of("barrier"), "save", 88, CallState.FAILED);

        assertEquals(
                "failed in barrier, call 4 on world",
                RollOfRanks.of(job.build(), List.of()).get(1).what());
    }

    @Test
    void givesOneTimeForNearlyEqualWaitsAndTwoForOthers() {
        Whereabouts alike =
                new Whereabouts(List.of(0, 1), true, "", "", "", false, 3_000_000_000L, 3_100_000_000L, false);
        Whereabouts apart =
                new Whereabouts(List.of(0, 1), true, "", "", "", false, 3_000_000_000L, 90_000_000_000L, true);

        assertEquals("for 3.1 s", alike.waited().replace('\u00a0', ' '));
        assertEquals("for 3 s to at least 90 s", apart.waited().replace('\u00a0', ' '));
    }

    @Test
    void saysHowAProcessEnded() {
        ExampleJob job = threeWaitForRankThree();
        job.ending(3, new Ending(Ending.Kind.EXITED, 1, "", "", CallStack.UNKNOWN, ExampleJob.START));

        Whereabouts rank = RollOfRanks.of(job.build(), List.of()).get(1);

        assertEquals("exited with code 1", rank.state());
        assertTrue(rank.ended());
    }

    @Test
    void saysThatAnEndIsNotKnownUnlessNoneIs() {
        ExampleJob job = threeWaitForRankThree();
        job.ending(3, Ending.UNKNOWN);

        Whereabouts rank = RollOfRanks.of(job.build(), List.of()).get(1);
        assertEquals("end unknown", rank.state());
        assertFalse(rank.ended());

        for (int number = 0; number < 4; number++) {
            job.ending(number, Ending.UNKNOWN);
        }
        RollOfRanks.of(job.build(), List.of()).forEach(group -> assertEquals("", group.state()));
    }

    @Test
    void saysWhatAnAbsentRankDoesElsewhere() {
        ExampleJob job = threeWaitForRankThree();
        job.thread(3, new ThreadSnapshot("main", "TIMED_WAITING", ExampleJob.stack("load", 70), ExampleJob.SEEN));
        job.thread(3, new ThreadSnapshot("poller", "RUNNABLE", ExampleJob.stack("poll", 9), ExampleJob.SEEN));

        Whereabouts rank = RollOfRanks.of(job.build(), List.of()).get(1);

        assertEquals("thread main, timed waiting at Trainer.load (Trainer.java:70)", rank.state());
        assertFalse(rank.ended());
    }

    @Test
    void aSnapshotOlderThanTheLastCallSaysNothing() {
        ExampleJob job = threeWaitForRankThree();
        job.thread(3, new ThreadSnapshot("main", "TIMED_WAITING", ExampleJob.stack("load", 70), ExampleJob.START));

        assertEquals("", RollOfRanks.of(job.build(), List.of()).get(1).state());
    }

    @Test
    void mentionsADeadlockAlsoOfARankThatWaits() {
        ExampleJob job = threeWaitForRankThree();
        CallStack stack = ExampleJob.stack("load", 70);
        job.thread(0, new ThreadSnapshot("metrics", "BLOCKED", stack, ExampleJob.SEEN, "Cache@1", "upload"));
        job.thread(0, new ThreadSnapshot("upload", "BLOCKED", stack, ExampleJob.SEEN, "Queue@2", "metrics"));

        assertEquals(
                "deadlock: threads `metrics` and `upload` wait for each other's locks",
                RollOfRanks.of(job.build(), List.of()).get(0).state());
    }

    @Test
    void saysWhichSignalEndedTheJob() {
        ExampleJob job = threeWaitForRankThree();
        Ending signal = Ending.signalled("SIGTERM", "SIGTERM handler", ExampleJob.SEEN);
        job.ending(0, signal.withTheJob());
        job.ending(3, signal);

        List<Whereabouts> roll = RollOfRanks.of(job.build(), List.of());
        assertEquals("alive until SIGTERM", roll.get(0).state());
        assertEquals("ended by SIGTERM", roll.get(2).state());
    }

    @Test
    void tellsTheNamedRanksFirstAndApart() {
        ExampleJob job = threeWaitForRankThree();

        List<Whereabouts> roll = RollOfRanks.of(job.build(), List.of(1, 3));

        assertEquals(
                List.of("Rank 1", "Rank 3", "Ranks 0 and 2"),
                roll.stream().map(Whereabouts::who).toList());
    }

    @Test
    void saysOfARankThatIsGoneThatItWasInTheCall() {
        ExampleJob job = threeWaitForRankThree();
        job.ending(2, new Ending(Ending.Kind.EXITED, 0, "", "", CallStack.UNKNOWN, ExampleJob.START));

        Whereabouts rank = RollOfRanks.of(job.build(), List.of(2)).get(0);

        assertEquals("was in barrier, call 4 on world", rank.what());
        assertEquals("exited with code 0", rank.state());
        assertFalse(rank.waiting());
    }

    @Test
    void putsManyCommunicatorsRanksTogetherThatAreInOneLine() {
        Signature recv = new Signature("recv", "f32", 8, 8, null, -1, 0, 0);
        List<ExampleJob> pipelines = new ArrayList<>();
        for (int pipeline = 0; pipeline < 16; pipeline++) {
            ExampleJob job = new ExampleJob(2).communicator("pipeline " + pipeline, 2 * pipeline);
            pipelines.add(job.call(2 * pipeline + 1, recv, "forward", 22, CallState.STARTED));
        }

        List<Whereabouts> roll = RollOfRanks.of(ExampleJob.together(pipelines), List.of(7));

        assertEquals("Rank 7", roll.get(0).who());
        assertEquals(
                "in recv(8 × f32, from 6), call 1 on pipeline 3", roll.get(0).what());
        assertEquals(
                List.of("made no call", "in recv(8 × f32), call 1 on 15 communicators"),
                roll.subList(1, 3).stream().map(Whereabouts::what).toList());
    }

    @Test
    void saysThatAWaitMayHaveBeenLongerThanARanksFileTells() {
        Job job = threeWaitForRankThree().build();
        Rank first = job.ranks().get(0);
        List<Rank> ranks = new ArrayList<>(job.ranks());
        ranks.set(
                0,
                new Rank(
                        0,
                        first.host(),
                        first.pid(),
                        first.source(),
                        first.ending(),
                        ExampleJob.START + 5 * ExampleJob.SECOND,
                        first.threads(),
                        first.copies()));
        Job early = new Job(job.id(), ranks, job.communicators(), job.signatures(), job.stacks(), job.coverage());

        List<Whereabouts> roll = RollOfRanks.of(early, List.of(0));

        assertEquals("for at least 2 s", roll.get(0).waited().replace('\u00a0', ' '));
        assertEquals("for 57 s", roll.get(1).waited().replace('\u00a0', ' '));
    }
}
