package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Traces of a running job: copied one after the other, or read while a rank is busy with something long. */
class LiveJobTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final CallState OPEN = CallState.STARTED;

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    private static void assertOpen(HandmadeJob job) {
        Verdict verdict = diagnose(job);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
        assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
    }

    /** The trace of rank 2 was copied 20 s before the others', 200 ms after they started a call that it had not made. */
    @Test
    void doesNotAccuseARankWhoseTraceEndsAsTheCallStarts() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 20_000, Ending.ALIVE)
                .rank(1, 20_000, Ending.ALIVE)
                .rank(2, 280, Ending.ALIVE);
        job.everyone().steps(5, 0, 1, 2).call(0, "all_reduce", OPEN, 80, -1).call(1, "all_reduce", OPEN, 80, -1);
        assertOpen(job);
        assertCulprits(diagnose(job.rank(2, 12_000, Ending.ALIVE)), 2);
    }

    @Test
    void doesNotAccuseAPeerWhoseTraceEndsAsTheReceiveStarts() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 280, Ending.ALIVE).rank(1, 20_000, Ending.ALIVE);
        job.everyone()
                .steps(5, 0, 1)
                .half(0, "send", 1, CallState.COMPLETED, 60)
                .half(1, "recv", 0, CallState.COMPLETED, 60)
                .half(1, "recv", 0, OPEN, 80);
        assertOpen(job);
    }

    @Test
    void doesNotAccuseALiveRankThatMayBeBusy() {
        HandmadeJob job = new HandmadeJob(3).allAlive(24_080);
        job.everyone().steps(5, 0, 1, 2).call(1, "barrier", OPEN, 80, -1).call(2, "barrier", OPEN, 80, -1);
        assertOpen(job);
        assertCulprits(diagnose(job.asleep(0, 10_000, 24_080)), 0);
        assertCulprits(diagnose(job.allAlive(90_000)), 0);
    }

    /** Rank 0's trace was copied while it was in call 6; ranks 1 and 2 have completed two calls more by then. */
    @Test
    void aCallThatLaterCallsProveCompleteIsNotPending() {
        HandmadeJob job = new HandmadeJob(3)
                .rank(0, 60, Ending.ALIVE)
                .rank(1, 2_000, Ending.ALIVE)
                .rank(2, 2_000, Ending.ALIVE);
        job.everyone().steps(5, 0).steps(8, 1, 2).call(0, "all_reduce", OPEN, 50, -1);
        assertEquals(Outcome.HEALTHY, diagnose(job).outcome(), diagnose(job).summary());
    }

    @Test
    void reportsRanksThatWaitInACreationBeforeAnyCall() {
        HandmadeJob job = new HandmadeJob(4).rank(0, 99_000, Ending.ALIVE).rank(1, 99_000, Ending.ALIVE);
        HandmadeJob.Group world = job.everyone();
        world.joining(0, 0).joining(1, 0);
        assertOpen(job);
    }
}
