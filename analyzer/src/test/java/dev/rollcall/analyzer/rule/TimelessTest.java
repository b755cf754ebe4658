package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelessTest {

    @Test
    void tellsWhoIsAwaitedAndAccusesNobodyWhereNothingTellsSinceWhen() {
        HandmadeJob job = new HandmadeJob(3).allWithoutClock();
        HandmadeJob.Group world = job.group("world", 0, 1, 2);
        world.half(0, "recv", 2, CallState.STARTED, 5);
        world.call(1, "barrier", CallState.STARTED, 5, -1).join(2);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(
                "Nothing diverged: 3 ranks, 0 to 1 calls each on 1 communicator, the last of them still under way, and nothing tells"
                        + " since when: rank 0 waits for rank 2 in recv, call 1 on `world`.",
                verdict.summary());
        Finding finding = verdict.findings().get(0);
        assertEquals(Cause.UNDETERMINED, finding.cause());
        assertEquals(Severity.NOTE, finding.severity());
        assertEquals(List.of(2), finding.ranks());
    }
}
