package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.report.ReportedJobs;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawCallsTest {
    private static RawCalls calls(Verdict verdict) {
        return RawCalls.of(verdict.job(), verdict.named(), RollOfRanks.of(verdict.job(), verdict.named()));
    }

    @Test
    void listsTheNamedRanksThenOneOfEachGroup() {
        RawCalls calls = calls(ReportedJobs.skipped(64, 42));

        assertEquals(42, calls.ranks().get(0).rank());
        assertTrue(calls.ranks().get(0).named());
        assertEquals(List.of(12, 52), List.of(calls.ranks().size(), calls.left()));
        assertEquals(42, calls.listed(List.of(41, 42, 43)));
        assertEquals(-1, calls.listed(List.of(63)));
    }

    @Test
    void listsTheLastCallsOfARankWithItsPendingOne() {
        RawCalls.RankCalls culprit = calls(ReportedJobs.skipped(64, 42)).ranks().get(0);

        assertEquals(RawCalls.MOST_CALLS, culprit.rows().size());
        CallRow last = culprit.rows().get(RawCalls.MOST_CALLS - 1);
        assertEquals("all_reduce(8 × f32, sum)", last.call());
        assertEquals("started", last.state());
        assertTrue(last.open());
    }

    @Test
    void explainsTheStatesThatOccur() {
        List<CallGrid.Word> words = calls(ReportedJobs.skipped(64, 42)).words();

        assertEquals(List.of("started"), words.stream().map(CallGrid.Word::text).toList());
    }

    @Test
    void leavesOutWhatTheSourceDoesNotShow() {
        HandmadeJob job = new HandmadeJob(2).allAlive(90);
        job.everyone().steps(2, 0, 1).call(0, "barrier", CallState.STARTED, 50, -1);
        RawCalls calls = calls(new Diagnosis().of(job.job()));

        assertTrue(calls.time());
        assertFalse(calls.step());
        assertEquals(0, calls.left());
    }
}
