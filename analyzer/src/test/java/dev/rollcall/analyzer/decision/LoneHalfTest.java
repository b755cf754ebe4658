package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An unmatched send or receive, if the sources do not say whether its peer stopped or has finished. */
class LoneHalfTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final CallState DONE = CallState.COMPLETED;
    private static final CallState OPEN = CallState.STARTED;

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    /** Four ranks; rank 0 has sent to rank 1 six times, from line 30 to line 31, 8 elements each. */
    private static HandmadeJob.Group past(HandmadeJob job) {
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, 60_000, Ending.UNKNOWN);
        }
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2, 3);
        for (int step = 0; step < 6; step++) {
            world.from(30).half(0, "send", 1, DONE, 40 + step);
            world.from(31).half(1, "recv", 0, DONE, 40 + step);
        }
        return world;
    }

    private static void assertUndetermined(Verdict verdict) {
        assertEquals(Outcome.DESYNC, verdict.outcome(), verdict.summary());
        assertFinding(verdict, Cause.UNDETERMINED);
    }

    @Test
    void aReceiveFromANewLineIsUndetermined() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(99).half(1, "recv", 0, OPEN, 60);
        Verdict verdict = diagnose(job);
        assertUndetermined(verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void aSendOfANewSizeIsUndetermined() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(30).half(0, "send", 1, 5, -1, OPEN, 60);
        Verdict verdict = diagnose(job);
        assertUndetermined(verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** The extra receive takes the next message, and so on, until the last usual receive gets none. */
    @Test
    void aUsualReceiveAfterAnExtraOneIsUndetermined() {
        HandmadeJob job = new HandmadeJob(4);
        HandmadeJob.Group world = past(job);
        for (int step = 0; step < 5; step++) {
            world.from(30).half(0, "send", 1, DONE, 50 + step);
            world.from(step == 0 ? 99 : 31).half(1, "recv", 0, DONE, 50 + step);
        }
        world.from(31).half(1, "recv", 0, OPEN, 60);
        assertUndetermined(diagnose(job));
    }

    @Test
    void aReceiveWithoutAHistoryIsUndetermined() {
        HandmadeJob job = new HandmadeJob(4);
        for (int rank = 0; rank < 4; rank++) {
            job.rank(rank, 60_000, Ending.UNKNOWN);
        }
        job.everyone().steps(3, 0, 1, 2, 3).half(3, "recv", 0, OPEN, 60);
        assertUndetermined(diagnose(job));
    }

    @Test
    void namesThePeerOfAUsualReceive() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(31).half(1, "recv", 0, OPEN, 60);
        assertCulprits(diagnose(job), 0);
        HandmadeJob sizes = new HandmadeJob(4);
        HandmadeJob.Group uneven = past(sizes);
        uneven.from(30).half(0, "send", 1, 9, -1, DONE, 50);
        uneven.from(31).half(1, "recv", 0, 9, -1, DONE, 50).half(1, "recv", 0, 4, -1, OPEN, 60);
        assertCulprits(diagnose(sizes), 0);
    }

    @Test
    void namesAPeerThatTwoRanksWaitFor() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(99).half(1, "recv", 0, OPEN, 60).half(2, "recv", 0, OPEN, 60);
        Verdict verdict = diagnose(job);
        assertFinding(verdict, Cause.RANK_ABSENT, 0);
    }

    @Test
    void namesThePeerWhoseStackIsKnown() {
        HandmadeJob job = new HandmadeJob(4);
        past(job).from(99).half(1, "recv", 0, OPEN, 60);
        job.asleep(0, 55_000, 60_000);
        assertCulprits(diagnose(job), 0);
    }

    /** Rank 1 left out one send to rank 2; sends and receives are posted at once, so all but that one are matched. */
    @Test
    void namesTheRankThatLeftOutASendOfABatch() {
        HandmadeJob job = new HandmadeJob(3);
        for (int rank = 0; rank < 3; rank++) {
            job.rank(rank, 60_000, Ending.UNKNOWN);
        }
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2);
        for (int step = 0; step < 5; step++) {
            CallState state = step < 3 ? DONE : OPEN;
            world.half(0, "send", 1, state, 40 + step).half(1, "recv", 0, state, 40 + step);
            if (step != 3) {
                world.half(1, "send", 2, state, 40 + step);
            }
            world.half(2, "recv", 1, state, 40 + step);
        }
        Verdict verdict = diagnose(job);
        assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, 1);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheRankThatLeftOutItsMessagesWithoutClocks() {
        HandmadeJob job = new HandmadeJob(3).allWithoutClock();
        HandmadeJob.Group world = job.everyone();
        for (int step = 0; step < 5; step++) {
            for (int rank = 0; rank < 3; rank++) {
                CallState state = step < 4 ? DONE : OPEN;
                if (step < 4 || rank != 2) {
                    world.half(rank, "send", (rank + 1) % 3, state, 10 * step);
                    world.half(rank, "recv", (rank + 2) % 3, state, 10 * step);
                }
                world.call(rank, "all_reduce", state, 10 * step + 5, step < 4 ? 10 * step + 6 : -1);
            }
        }
        Verdict verdict = diagnose(job);
        assertCulprits(verdict, 2);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
