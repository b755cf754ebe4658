package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which of several failed processes is the root, if one failure causes the others. */
class BlameOrderTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final String CLOSED = "RuntimeException \"Connection closed by peer [127.0.0.1]:4242\"";

    private static Ending threw(String exception, long time) {
        return new Ending(Ending.Kind.UNCAUGHT_EXCEPTION, -1, exception, "main", CallStack.UNKNOWN, time);
    }

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    /** All ranks but the last fail in call 6; each test decides what became of the last. */
    private static HandmadeJob failing(int world) {
        HandmadeJob job = new HandmadeJob(world);
        HandmadeJob.Group group = job.everyone();
        for (int rank = 0; rank < world; rank++) {
            job.rank(rank, 80, threw(CLOSED, Call.NO_TIME));
            group.steps(5, rank);
            if (rank < world - 1) {
                group.call(rank, "all_reduce", CallState.FAILED, 60, 70);
            }
        }
        return job;
    }

    @Test
    void namesTheOnlyAbsentRankWithoutARecordOfItsEnd() {
        for (int world = 2; world <= 8; world++) {
            Verdict verdict = diagnose(failing(world).rank(world - 1, 55, Ending.ALIVE));
            assertFinding(verdict, Cause.RANK_ABSENT, world - 1);
        }
    }

    @Test
    void namesNoRankIfAllLostTheirConnectionInOneCall() {
        for (int world = 2; world <= 8; world++) {
            HandmadeJob job = failing(world);
            job.group("world").call(world - 1, "all_reduce", CallState.FAILED, 60, 69);
            Verdict verdict = diagnose(job);
            assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
            assertFinding(verdict, Cause.UNDETERMINED);
            if (world == 4) {
                TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
            }
        }
    }

    @Test
    void prefersAnAbortToALostConnection() {
        HandmadeJob other = new HandmadeJob(5);
        HandmadeJob.Group group = other.everyone().steps(5, 0, 1, 2, 3, 4);
        for (int rank = 0; rank < 3; rank++) {
            other.rank(rank, 80, threw(CLOSED, Call.NO_TIME));
            group.call(rank, "all_reduce", CallState.FAILED, 60, 70);
        }
        other.rank(3, 80, threw(CLOSED, Call.NO_TIME)).rank(4, 58, HandmadeJob.died());
        assertCulprits(diagnose(other), 4);
    }

    @Test
    void prefersTheEarlierOfTwoExceptions() {
        HandmadeJob job = failing(4);
        job.rank(3, 58, threw("IllegalStateException \"no batch\"", 58));
        HandmadeJob two = new HandmadeJob(5);
        HandmadeJob.Group group = two.everyone().steps(5, 0, 1, 2, 3, 4);
        for (int rank = 0; rank < 3; rank++) {
            two.rank(rank, 80, threw(CLOSED, 75));
            group.call(rank, "all_reduce", CallState.FAILED, 60, 70);
        }
        two.rank(3, 64, threw("FloatingPointException \"loss is NaN\"", 62))
                .rank(4, 72, threw("IllegalStateException \"interrupted\"", 71));
        assertCulprits(diagnose(job), 3);
        assertCulprits(diagnose(two), 3);
    }

    @Test
    void namesTheRankWhoseCallFailedWithAnErrorOfItsOwn() {
        HandmadeJob job = failing(4);
        job.group("world").failed(3, "all_reduce", "invalid device ordinal", 60, 61);
        Verdict verdict = diagnose(job);
        assertCulprits(verdict, 3);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void doesNotBlameTheReceiverOfAMessageOfAnotherSize() {
        HandmadeJob job = failing(4);
        job.group("world")
                .failed(3, "all_reduce", "[enforce fail at gloo/transport/tcp/pair.cc:446] op.preamble.length", 60, 61);
        assertCulprits(diagnose(job));
    }

    @Test
    void namesNoRankIfTwoDiedInACallThatFailedForTheOthers() {
        HandmadeJob job = failing(6);
        job.group("world").call(5, "all_reduce", CallState.STARTED, 60, -1);
        HandmadeJob two = new HandmadeJob(6);
        HandmadeJob.Group all = two.everyone().steps(5, 0, 1, 2, 3, 4, 5);
        for (int rank = 0; rank < 6; rank++) {
            boolean fell = rank == 1 || rank == 4;
            two.rank(rank, 80, fell ? HandmadeJob.died() : threw(CLOSED, 75));
            all.call(rank, "all_reduce", fell ? CallState.STARTED : CallState.FAILED, 60, fell ? -1 : 70);
        }
        assertCulprits(diagnose(two));
        assertEquals(List.of(5), diagnose(job.rank(5, 65, HandmadeJob.died())).culprits());
    }

    @Test
    void doesNotBlameARankThatWasKilledLongAfterTheHang() {
        HandmadeJob job = new HandmadeJob(4).allAlive(90_000).rank(2, 60_000, HandmadeJob.died());
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            world.call(rank, "all_reduce", CallState.STARTED, 60, -1);
        }
        Verdict verdict = diagnose(job);
        assertFinding(verdict, Cause.TRANSPORT_STALLED);
    }

    @Test
    void reportsACallThatTimedOutOnAllRanksAsStalled() {
        HandmadeJob job = new HandmadeJob(3).allAlive(31_000);
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            world.failed(rank, "all_reduce", "Timed out waiting 30000ms for recv operation to complete", 60, 30_060);
        }
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.STALLED, verdict.outcome());
        assertEquals(Cause.TRANSPORT_STALLED, verdict.findings().get(0).cause());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
