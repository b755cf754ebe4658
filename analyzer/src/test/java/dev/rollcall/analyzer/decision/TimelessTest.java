package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TimelessTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @Test
    void namesTheAwaitedRankWithoutClocks() {
        HandmadeJob job = new HandmadeJob(3).allWithoutClock();
        HandmadeJob.Group world = job.group("world", 0, 1, 2);
        world.half(0, "recv", 2, CallState.STARTED, 5);
        world.call(1, "barrier", CallState.STARTED, 5, -1).join(2);
        Verdict verdict = new Diagnosis().of(job.job());
        assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
        Finding finding = verdict.findings().get(0);
        assertEquals(Cause.UNDETERMINED, finding.cause());
        assertEquals(Severity.SUSPECT, finding.severity());
        assertEquals(List.of(2), finding.ranks());
        assertEquals(List.of(2), verdict.suspects());
    }
}
