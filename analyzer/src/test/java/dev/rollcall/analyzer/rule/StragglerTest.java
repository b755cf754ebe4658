package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class StragglerTest {

    /** Ten calls, to which one rank comes so many milliseconds after the others. */
    private static Verdict late(String operation, int rank, long by) {
        HandmadeJob job = new HandmadeJob(3).allAlive(1_100);
        HandmadeJob.Group world = job.group("world", 0, 1, 2);
        for (int step = 0; step < 10; step++) {
            for (int each = 0; each < 3; each++) {
                long from = step * 100L + (each == rank ? by : 0);
                world.call(each, operation, CallState.COMPLETED, from, step * 100L + by + 1);
            }
        }
        return new Diagnosis().of(job.job());
    }

    @Test
    void notesTheRankThatWaitsLeastAndAccusesNobody() {
        Verdict verdict = late("all_reduce", 1, 50);
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Cause.STRAGGLER, verdict.findings().get(0).cause());
        assertEquals(
                "Rank 1 is late in 9 of the last 9 calls on `world`, usually by 50 ms; the others wait for it each time.",
                verdict.findings().get(0).summary());
    }

    @Test
    void aMomentIsNotLate() {
        assertEquals(List.of(), late("all_reduce", 1, 2).findings());
    }

    @Test
    void aRootThatNeedNotWaitIsNotLate() {
        assertEquals(List.of(), late("broadcast", 0, 50).findings());
    }

    /** A host that runs ahead of its device, and a watchdog that sees many calls end at once, when it comes round. */
    @Test
    void whoseCallsAreSeenToEndTogetherIsNotLateByWhenTheyAreLookedAt() {
        HandmadeJob job = new HandmadeJob(3).allAlive(1_100);
        HandmadeJob.Group world = job.group("world", 0, 1, 2);
        for (int call = 0; call < 10; call++) {
            for (int rank = 0; rank < 3; rank++) {
                world.call(rank, "all_reduce", CallState.COMPLETED, call, rank == 1 ? 60 : 100);
            }
        }
        assertEquals(List.of(), new Diagnosis().of(job.job()).findings());
    }
}
