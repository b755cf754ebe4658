package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** Which of many ends is the root, where one makes the others. */
class BlameOrderTest {
    private static final String CLOSED = "RuntimeException \"Connection closed by peer [127.0.0.1]:4242\"";

    private static Ending threw(String exception, long time) {
        return new Ending(Ending.Kind.UNCAUGHT_EXCEPTION, -1, exception, "main", CallStack.UNKNOWN, time);
    }

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    /** All ranks but the last fail in call 6; what became of the last is the test's. */
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
    void namesTheOnlyRankThatDidNotComeThoughNothingTellsOfItsEnd() {
        for (int world = 2; world <= 8; world++) {
            Verdict verdict = diagnose(failing(world).rank(world - 1, 55, Ending.ALIVE));
            assertEquals(List.of(world - 1), verdict.culprits());
            assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
        }
    }

    @Test
    void namesNobodyWhereAllLostTheirConnectionInOneCall() {
        for (int world = 2; world <= 8; world++) {
            HandmadeJob job = failing(world);
            job.group("world").call(world - 1, "all_reduce", CallState.FAILED, 60, 69);
            Verdict verdict = diagnose(job);
            assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
            assertEquals(List.of(), verdict.culprits());
            assertEquals(Cause.UNDETERMINED, verdict.findings().get(0).cause());
            assertTrue(
                    verdict.summary()
                            .endsWith(
                                    "call 6 on `world` (Connection closed by peer), and nothing in the traces says with"
                                            + " which rank it began."),
                    verdict.summary());
        }
    }

    @Test
    void takesAnAbortBeforeAConnectionThatClosedOnAnotherThatDidNotCome() {
        HandmadeJob other = new HandmadeJob(5);
        HandmadeJob.Group group = other.everyone().steps(5, 0, 1, 2, 3, 4);
        for (int rank = 0; rank < 3; rank++) {
            other.rank(rank, 80, threw(CLOSED, Call.NO_TIME));
            group.call(rank, "all_reduce", CallState.FAILED, 60, 70);
        }
        other.rank(3, 80, threw(CLOSED, Call.NO_TIME)).rank(4, 58, HandmadeJob.died());
        assertEquals(List.of(4), diagnose(other).culprits());
    }

    @Test
    void letsTheClocksTellWhichOfTwoExceptionsWasFirst() {
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
        assertEquals(List.of(3), diagnose(job).culprits());
        assertEquals(List.of(3), diagnose(two).culprits());
    }

    @Test
    void namesTheRankWhoseCallFailedOnItsOwnAccount() {
        HandmadeJob job = failing(4);
        job.group("world").failed(3, "all_reduce", "invalid device ordinal", 60, 61);
        Verdict verdict = diagnose(job);
        assertEquals(List.of(3), verdict.culprits());
        assertEquals(
                "Rank 3 failed in call 6 on `world`, all_reduce(8 × f32, sum): \"invalid device ordinal\". Ranks 0–2 failed"
                        + " in the same call, for want of it.",
                verdict.summary());
    }

    @Test
    void doesNotTakeBytesOfAnotherSizeForTheReceiversFault() {
        HandmadeJob job = failing(4);
        job.group("world")
                .failed(3, "all_reduce", "[enforce fail at gloo/transport/tcp/pair.cc:446] op.preamble.length", 60, 61);
        assertEquals(List.of(), diagnose(job).culprits());
    }

    @Test
    void namesNobodyWhereTwoFellInOneCallThatFailedForTheOthers() {
        HandmadeJob job = failing(6);
        job.group("world").call(5, "all_reduce", CallState.STARTED, 60, -1);
        HandmadeJob two = new HandmadeJob(6);
        HandmadeJob.Group all = two.everyone().steps(5, 0, 1, 2, 3, 4, 5);
        for (int rank = 0; rank < 6; rank++) {
            boolean fell = rank == 1 || rank == 4;
            two.rank(rank, 80, fell ? HandmadeJob.died() : threw(CLOSED, 75));
            all.call(rank, "all_reduce", fell ? CallState.STARTED : CallState.FAILED, 60, fell ? -1 : 70);
        }
        assertEquals(List.of(), diagnose(two).culprits());
        assertEquals(List.of(5), diagnose(job.rank(5, 65, HandmadeJob.died())).culprits());
    }

    @Test
    void doesNotBlameWhoWasEndedLongAfterTheCallHadHung() {
        HandmadeJob job = new HandmadeJob(4).allAlive(90_000).rank(2, 60_000, HandmadeJob.died());
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            world.call(rank, "all_reduce", CallState.STARTED, 60, -1);
        }
        Verdict verdict = diagnose(job);
        assertEquals(List.of(), verdict.culprits());
        assertEquals(Cause.TRANSPORT_STALLED, verdict.findings().get(0).cause());
    }

    @Test
    void callsACallThatTimedOutOnAllRanksStalled() {
        HandmadeJob job = new HandmadeJob(3).allAlive(31_000);
        HandmadeJob.Group world = job.everyone().steps(5, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            world.failed(rank, "all_reduce", "Timed out waiting 30000ms for recv operation to complete", 60, 30_060);
        }
        Verdict verdict = diagnose(job);
        assertEquals(Outcome.STALLED, verdict.outcome());
        assertEquals(Cause.TRANSPORT_STALLED, verdict.findings().get(0).cause());
        assertEquals(
                "Ranks 0–2 waited in vain in all_reduce, call 6 on `world`, which every member has joined alike and which did"
                        + " not finish in time.",
                verdict.summary());
    }
}
