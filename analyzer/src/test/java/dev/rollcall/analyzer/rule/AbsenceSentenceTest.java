package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the sentence tells who waits for a rank that is gone, who waits behind those, and what became of several. */
class AbsenceSentenceTest {
    private static final CallState OPEN = CallState.STARTED;

    private static String summary(HandmadeJob job) {
        return new Diagnosis().of(job.job()).summary();
    }

    @Test
    void tellsSeveralRanksThatAreGoneAsSeveral() {
        HandmadeJob job = new HandmadeJob(4)
                .allAlive(99_000)
                .rank(2, 60, HandmadeJob.exit(0))
                .rank(3, 60, HandmadeJob.exit(0));
        job.everyone().steps(5, 0, 1, 2, 3).call(0, "all_reduce", OPEN, 60, -1).call(1, "all_reduce", OPEN, 60, -1);
        assertEquals(
                "Ranks 2 and 3 stopped after call 5 on `world`: their processes exited with code 0. Ranks 0 and 1 have waited for"
                        + " them in all_reduce, call 6, for 99 s.",
                summary(job));
    }

    /** Rank 1 waits for rank 2, which is gone, in `pair`; rank 3 for it in `world`; rank 0 only for rank 1, in `first`. */
    @Test
    void tellsWhoWaitsForTheSameRankElsewhereFromWhoWaitsBehind() {
        HandmadeJob job = new HandmadeJob(4).allAlive(99_000).rank(2, 60, HandmadeJob.died());
        job.everyone().steps(5, 0, 1, 2, 3).call(3, "all_reduce", OPEN, 70, -1);
        job.group("pair", 1, 2).steps(5, 1, 2).call(1, "all_reduce", OPEN, 60, -1);
        job.group("first", 0, 1).steps(5, 0, 1).call(0, "all_reduce", OPEN, 65, -1);
        assertEquals(
                "Rank 2 stopped after call 5 on `pair`: its process died without a word. Rank 1 has waited for it in all_reduce,"
                        + " call 6, for 99 s. Rank 3 waits for it, too. Rank 0 waits behind rank 1.",
                summary(job));
    }

    @Test
    void namesNoOperationWhereThoseThatWaitAreInSeveral() {
        HandmadeJob job = new HandmadeJob(4).allAlive(99_000).rank(3, 60, HandmadeJob.died());
        job.everyone()
                .steps(5, 0, 1, 2, 3)
                .call(0, "barrier", OPEN, 60, -1)
                .call(1, "all_reduce", OPEN, 60, -1)
                .call(2, "all_reduce", OPEN, 60, -1);
        assertEquals(
                List.of(),
                List.of(summary(job)).stream()
                        .filter(text -> text.contains("have waited for it in barrier"))
                        .toList());
    }

    @Test
    void countsSendsAndReceivesAndSaysWhatTheyWaitFor() {
        HandmadeJob job = new HandmadeJob(2).allAlive(99_000).rank(0, 60, HandmadeJob.died());
        HandmadeJob.Group world = job.everyone();
        for (int step = 0; step < 3; step++) {
            world.half(0, "send", 1, CallState.COMPLETED, 10 * step).half(1, "recv", 0, CallState.COMPLETED, 10 * step);
        }
        world.half(1, "recv", 0, OPEN, 60);
        assertEquals(
                "Rank 0 stopped after 3 sends and receives on `world`: its process died without a word. Rank 1 has waited for it"
                        + " in recv, call 4, for 99 s.",
                summary(job));
    }

    @Test
    void saysNotThatARankNeverCalledWhichOnlyNeverSent() {
        HandmadeJob job = new HandmadeJob(3).allAlive(99_000).rank(0, 60, HandmadeJob.died());
        job.everyone().steps(5, 0, 1, 2).half(1, "recv", 0, OPEN, 60);
        assertTrue(summary(job).startsWith("Rank 0 never sent or received on `world`: "), summary(job));
    }

    /** Rank 2 stopped, as a source tells that knows of no end; the clocks of the others are so far ahead of its. */
    private static HandmadeJob silent(long ahead) {
        long end = ahead + 600_050;
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, end, Ending.UNKNOWN)
                .rank(1, end, Ending.UNKNOWN)
                .rank(2, 50, Ending.UNKNOWN);
        HandmadeJob.Group world = job.everyone().steps(5, 2);
        for (int rank = 0; rank < 2; rank++) {
            for (int step = 0; step < 5; step++) {
                world.call(rank, "all_reduce", CallState.COMPLETED, ahead + 10 * step, ahead + 10 * step + 1);
            }
            world.call(rank, "all_reduce", OPEN, ahead + 50, -1);
        }
        return job;
    }

    @Test
    void saysForHowLongNothingWasNotedOfARank() {
        assertEquals(
                "Rank 2 stopped after call 5 on `world`: nothing was noted of it in the last 10 min. Ranks 0 and 1 have waited for"
                        + " it in all_reduce, call 6, for 10 min.",
                summary(silent(0)));
    }

    @Test
    void leavesOutASilenceThatIsFarLongerThanTheOthersWait() {
        assertEquals(
                "Rank 2 stopped after call 5 on `world`: nothing more was noted of it. Ranks 0 and 1 have waited for it in"
                        + " all_reduce, call 6, for 10 min.",
                summary(silent(3_600_000)));
    }

    @Test
    void saysOfWhomElseNothingWasNoted() {
        HandmadeJob job = new HandmadeJob(4);
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, rank == 1 ? 601_000 : 1_000, Ending.UNKNOWN);
        }
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2, 3);
        for (int step = 0; step < 5; step++) {
            world.half(0, "send", 1, CallState.COMPLETED, 500 + step);
            world.half(1, "recv", 0, CallState.COMPLETED, 500 + step);
        }
        world.half(1, "recv", 0, OPEN, 1_000);
        assertEquals(
                "Rank 0 stopped after 5 sends and receives on `world`: nothing was noted of it in the last 10 min, nor of ranks 2"
                        + " and 3. Rank 1 has waited for it in recv, call 6, for 10 min.",
                summary(job));
    }
}
