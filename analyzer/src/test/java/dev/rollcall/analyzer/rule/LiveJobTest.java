package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces of a job that still lives: copied one after the other, or looked at while a rank is at something long. */
class LiveJobTest {
    private static final CallState OPEN = CallState.STARTED;

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    private static void assertOpen(String summary, HandmadeJob job) {
        Verdict verdict = diagnose(job);
        assertEquals(summary, verdict.summary());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
    }

    /** Rank 2 had not come to the call 200 ms after the others when its trace was copied, 20 s before theirs. */
    @Test
    void aRankWhoseTraceEndsJustAfterTheCallBeganIsNotAbsentFromIt() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 20_000, Ending.ALIVE)
                .rank(1, 20_000, Ending.ALIVE)
                .rank(2, 280, Ending.ALIVE);
        job.everyone().steps(5, 0, 1, 2).call(0, "all_reduce", OPEN, 80, -1).call(1, "all_reduce", OPEN, 80, -1);
        assertOpen(
                "No trace tells whether rank 2 came so far, which may be where the job is stuck: ranks 0 and 1 wait in"
                        + " all_reduce, call 6 on `world`, which all others have joined.",
                job);
        assertEquals(List.of(2), diagnose(job.rank(2, 12_000, Ending.ALIVE)).culprits());
    }

    @Test
    void aPeerWhoseTraceEndsJustAfterAReceiveBeganIsNotAbsentFromIt() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 280, Ending.ALIVE).rank(1, 20_000, Ending.ALIVE);
        job.everyone()
                .steps(5, 0, 1)
                .half(0, "send", 1, CallState.COMPLETED, 60)
                .half(1, "recv", 0, CallState.COMPLETED, 60)
                .half(1, "recv", 0, OPEN, 80);
        assertOpen(
                "No trace tells whether rank 0 came so far, which may be where the job is stuck: rank 1 waits in recv,"
                        + " call 2 on `world`.",
                job);
    }

    @Test
    void aRankThatGivesSignsOfLifeMayBeAtItsFirstCheckpoint() {
        HandmadeJob job = new HandmadeJob(3).allAlive(24_080);
        job.everyone().steps(5, 0, 1, 2).call(1, "barrier", OPEN, 80, -1).call(2, "barrier", OPEN, 80, -1);
        assertOpen(
                "Ranks 1 and 2 have waited for rank 0 in barrier, call 6 on `world`, for 24 s, longer than ever before; it is"
                        + " alive, and may only be at something that takes its time. Analyze again in a minute.",
                job);
        assertEquals(List.of(0), diagnose(job.asleep(0, 10_000, 24_080)).culprits());
        assertEquals(List.of(0), diagnose(job.allAlive(90_000)).culprits());
    }

    /** Rank 0's trace was copied while it was in call 6; ranks 1 and 2 have completed two calls more by then. */
    @Test
    void aCallThatTheOthersLaterCallsProveToHaveEndedHoldsNobodyUp() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 60, Ending.ALIVE)
                .rank(1, 2_000, Ending.ALIVE)
                .rank(2, 2_000, Ending.ALIVE);
        job.everyone().steps(5, 0).steps(8, 1, 2).call(0, "all_reduce", OPEN, 50, -1);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome(), diagnose(job).summary());
    }

    @Test
    void ranksThatWaitInTheMakingOfAGroupAreToldThoughNoCallWasMade() {
        HandmadeJob job = new HandmadeJob(4).rank(0, 99_000, Ending.ALIVE).rank(1, 99_000, Ending.ALIVE);
        HandmadeJob.Group world = job.everyone();
        world.joining(0, 0).joining(1, 0);
        assertOpen(
                "Ranks 2 and 3 have no trace, and may be where the job is stuck: ranks 0 and 1 wait in the making of `world`,"
                        + " which all ranks with a trace have joined.",
                job);
    }
}
