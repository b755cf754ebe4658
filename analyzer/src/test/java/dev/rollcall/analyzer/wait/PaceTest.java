package dev.rollcall.analyzer.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {

    /** Rank 0 enters a barrier at 100 ms, which rank 1 has not made. */
    private static Job job(long ownLife, long othersLife) {
        HandmadeJob job = new HandmadeJob(2).rank(0, ownLife, Ending.ALIVE).rank(1, othersLife, Ending.ALIVE);
        job.group("world", 0, 1).steps(8, 0, 1).call(0, "barrier", CallState.STARTED, 100, -1);
        return job.job();
    }

    private static Wait wait(Job job) {
        return WaitGraph.of(job).waits().get(0);
    }

    @Test
    void aWaitOfManyTurnsAndSomeSecondsIsStuck() {
        Job job = job(4_000, 4_000);
        assertTrue(new Pace(job).stuck(wait(job)));
        assertEquals(3_900_000_000L, new Pace(job).age(wait(job)));
    }

    @Test
    void aShortWaitIsNotStuck() {
        Job job = job(2_000, 2_000);
        assertFalse(new Pace(job).stuck(wait(job)));
    }

    @Test
    void anothersLaterReadingOrFasterClockMakesNoWaitOlder() {
        Job job = job(200, 7_200_000);
        assertFalse(new Pace(job).stuck(wait(job)));
        assertEquals(100_000_000L, new Pace(job).age(wait(job)));
    }

    /** Asynchronous calls that wait together fail together: how long they took is the hang, and no habit. */
    @Test
    void callsThatFailedMakeNoLongWaitUsual() {
        HandmadeJob made = new HandmadeJob(2).allAlive(30_000);
        HandmadeJob.Group world = made.group("world", 0, 1).steps(8, 0, 1);
        for (int call = 0; call < 4; call++) {
            world.call(1, "all_reduce", CallState.FAILED, 101 + call, 25_000);
        }
        world.call(0, "barrier", CallState.STARTED, 100, -1);
        Job job = made.job();
        assertTrue(new Pace(job).stuck(wait(job)));
    }

    @Test
    void aJobWhoseStepsTakeSecondsIsGivenThem() {
        HandmadeJob made = new HandmadeJob(2).allAlive(30_000);
        for (int rank = 0; rank < 2; rank++) {
            for (int step = 0; step < 5; step++) {
                made.group("world", 0, 1)
                        .call(rank, "all_reduce", CallState.COMPLETED, step * 5_000L, step * 5_000L + 1);
            }
        }
        made.group("world", 0, 1).call(0, "all_reduce", CallState.STARTED, 20_001, -1);
        Job job = made.job();
        assertFalse(new Pace(job).stuck(wait(job)));
    }

    /** Rank 0 creates the group; the process of rank 1 has started so long before the end. */
    private static boolean creationStuck(long age, long sinceStart, Ending ending) {
        HandmadeJob job = new HandmadeJob(2).asleep(0, age - 1, age);
        job.everyone().joining(0, 0);
        Rank waiting = job.job().rank(0);
        job.rank(new Rank(
                1,
                "host",
                101,
                "1.trace",
                waiting.lastAlive() - sinceStart * 1_000_000,
                ending,
                waiting.lastAlive(),
                true,
                List.of(),
                List.of()));
        Job made = job.job();
        return new Pace(made).stuck(wait(made));
    }

    @Test
    void aProcessThatIsSlowToStartIsWaitedFor() {
        assertFalse(creationStuck(20_000, 30_000, Ending.ALIVE));
        assertFalse(creationStuck(70_000, 10_000, Ending.ALIVE));
    }

    @Test
    void aProcessThatHasRunForLongAndNotComeIsNotStarting() {
        assertTrue(creationStuck(70_000, 75_000, Ending.ALIVE));
        assertTrue(creationStuck(20_000, 75_000, Ending.ALIVE));
    }

    @Test
    void aYoungProcessThatEndedIsNotStarting() {
        assertTrue(creationStuck(20_000, 30_000, HandmadeJob.died()));
    }

    @Test
    void anAgeIsUnknownWhereNothingTellsWhenARankWasAlive() {
        Job job = job(4_000, 4_000);
        Wait known = wait(job);
        Job without = new Job("job", List.of(), job.communicators(), job.signatures(), job.stacks(), job.coverage());
        assertEquals(Call.NO_TIME, new Pace(without).age(known));
    }

    /** Four ranks are in a step that rank 3 has not joined; the clock of one entry of one rank is wrong by an hour. */
    @Test
    void aWrongClockOfTheLastCallOfOneRankMakesNoRhythm() {
        HandmadeJob made = new HandmadeJob(4).allAlive(3_700_000);
        HandmadeJob.Group world = made.group("world", 0, 1, 2, 3).steps(8, 0, 1, 2, 3);
        world.call(0, "barrier", CallState.STARTED, 3_600_100, -1);
        world.call(1, "barrier", CallState.STARTED, 100, -1).call(2, "barrier", CallState.STARTED, 100, -1);
        Job job = made.job();
        assertTrue(new Pace(job).stuck(WaitGraph.of(job).waits().get(1)));
    }
}
