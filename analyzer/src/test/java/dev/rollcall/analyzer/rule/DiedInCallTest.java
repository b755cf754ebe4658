package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiedInCallTest {

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
    void namesTheProcessThatDiedInACallThatFailedForTheOthers() {
        Verdict verdict = new Diagnosis()
                .of(job(CallState.FAILED, CallState.FAILED, CallState.FAILED).job());
        assertEquals(List.of(3), verdict.culprits());
        assertEquals(
                "Rank 3 died in call 6 on `world`, all_reduce(8 × f32, sum): its process died without a word. Ranks 0–2"
                        + " failed in the same call.",
                verdict.summary());
    }

    @Test
    void doesNotSayThatAllFailedWhereSomeStillWait() {
        Verdict verdict = new Diagnosis()
                .of(job(CallState.FAILED, CallState.STARTED, CallState.FAILED).job());
        assertEquals(List.of(3), verdict.culprits());
        assertTrue(verdict.summary().endsWith("Ranks 0–2 failed or wait in the same call."), verdict.summary());
    }

    @Test
    void accusesNobodyWhereAllAreAlive() {
        HandmadeJob alive =
                job(CallState.STARTED, CallState.STARTED, CallState.STARTED).rank(3, 60_000, Ending.ALIVE);
        Verdict verdict = new Diagnosis().of(alive.job());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Cause.TRANSPORT_STALLED, verdict.findings().get(0).cause());
    }
}
