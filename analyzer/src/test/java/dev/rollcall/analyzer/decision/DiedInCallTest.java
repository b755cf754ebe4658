package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DiedInCallTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static HandmadeJob job(CallState... others) {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000).rank(3, 70, HandmadeJob.died());
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(5, 0, 1, 2, 3);
        world.call(3, "all_reduce", CallState.STARTED, 60, -1);
        for (int rank = 0; rank < others.length; rank++) {
            world.call(rank, "all_reduce", others[rank], 60, others[rank].pending() ? -1 : 80);
        }
        return job;
    }

    @Test
    void namesTheProcessThatDiedInACall() {
        Verdict verdict = new Diagnosis()
                .of(job(CallState.FAILED, CallState.FAILED, CallState.FAILED).job());
        assertCulprits(verdict, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void distinguishesFailedFromWaitingRanks() {
        Verdict verdict = new Diagnosis()
                .of(job(CallState.FAILED, CallState.STARTED, CallState.FAILED).job());
        assertCulprits(verdict, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesNoCulpritIfAllRanksAreAlive() {
        HandmadeJob alive =
                job(CallState.STARTED, CallState.STARTED, CallState.STARTED).rank(3, 60_000, Ending.ALIVE);
        Verdict verdict = new Diagnosis().of(alive.job());
        assertFinding(verdict, Cause.TRANSPORT_STALLED);
    }
}
