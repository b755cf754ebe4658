package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnmatchedSendRecvTest {

    @Test
    void namesBothHalvesWhereEachWaitsForTheOther() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1).steps(3, 0, 1);
        world.half(1, "recv", 0, CallState.STARTED, 50).call(0, "barrier", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause());
        assertEquals(
                "Rank 1 receives from rank 0, which never sends: rank 0 waits in barrier, call 4 on `world`.",
                verdict.summary());
    }

    @Test
    void namesTheRankAtTheRootAndNotThoseThatWaitInARowBehindIt() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000).rank(2, 70, HandmadeJob.exit(1));
        HandmadeJob.Group world = job.group("world", 0, 1, 2).steps(3, 0, 1, 2);
        job.group("pair", 0, 2).steps(3, 0, 2).call(0, "all_reduce", CallState.STARTED, 50, -1);
        world.half(1, "recv", 0, CallState.STARTED, 50);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
    }

    @Test
    void accusesNobodyOfAHalfThatIsOnlyJustLacking() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60);
        HandmadeJob.Group world = job.group("world", 0, 1).steps(3, 0, 1);
        world.half(1, "recv", 0, CallState.STARTED, 50).call(0, "barrier", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());
        assertEquals(List.of(), verdict.culprits());
        assertTrue(verdict.findings().isEmpty(), verdict.summary());
    }
}
