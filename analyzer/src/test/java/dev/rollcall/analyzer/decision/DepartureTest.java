package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Ranks that wait for each other across tensor groups {0, 1} and {2, 3}, pipelines 0 → 2 and 1 → 3, and the world: one of them
 * diverged from its own history, the others wait.
 */
class DepartureTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int STEPS = 6;

    private final HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
    private final HandmadeJob.Group[] tensor = {job.group("tensor 0", 0, 1), job.group("tensor 1", 2, 3)};
    private final HandmadeJob.Group[] pipeline = {job.group("pipeline 0", 0, 2), job.group("pipeline 1", 1, 3)};
    private final HandmadeJob.Group world = job.group("world", 0, 1, 2, 3);

    private void train(int rank, int steps) {
        for (int step = 0; step < steps; step++) {
            long time = 100L * step;
            if (rank >= 2) {
                pipeline[rank % 2].half(rank, "recv", 0, CallState.COMPLETED, time);
            }
            tensor[rank / 2].call(rank, "all_reduce", CallState.COMPLETED, time + 10, time + 11);
            tensor[rank / 2].call(rank, "broadcast", CallState.COMPLETED, time + 12, time + 13);
            if (rank < 2) {
                pipeline[rank % 2].half(rank, "send", 1, CallState.COMPLETED, time + 20);
            }
            world.call(rank, "all_reduce", CallState.COMPLETED, time + 30, time + 31);
        }
    }

    private Verdict diagnose() {
        return new Diagnosis().of(job.job());
    }

    /** Rank 0 is in an extra call that equals the one before; rank 1 waits for it in the world, rank 2 in the pipeline. */
    private void extraAlike(long time) {
        tensor[0]
                .call(0, "all_reduce", CallState.COMPLETED, time + 10, time + 11)
                .call(0, "broadcast", CallState.COMPLETED, time + 12, time + 13)
                .call(0, "broadcast", CallState.STARTED, time + 14, -1);
        tensor[0].call(1, "all_reduce", CallState.COMPLETED, time + 10, time + 11);
        tensor[0].call(1, "broadcast", CallState.COMPLETED, time + 12, time + 13);
        pipeline[1].half(1, "send", 1, CallState.COMPLETED, time + 20);
        world.call(1, "all_reduce", CallState.STARTED, time + 30, -1);
        pipeline[0].half(2, "recv", 0, CallState.STARTED, time);
        pipeline[1].half(3, "recv", 0, CallState.COMPLETED, time);
        tensor[1].call(3, "all_reduce", CallState.STARTED, time + 40, -1);
    }

    @Test
    void namesTheRankThatIsOneCallAheadAndNotThoseInTheCycle() {
        for (int rank = 0; rank < 4; rank++) {
            train(rank, STEPS);
        }
        extraAlike(100L * STEPS);
        Verdict verdict = diagnose();
        assertCulprits(verdict, 0);
    }

    @Test
    void isNotMisledByACallThatIsNewToAllRanks() {
        for (int rank = 0; rank < 4; rank++) {
            train(rank, STEPS);
            world.call(rank, "barrier", CallState.COMPLETED, 100L * STEPS, 100L * STEPS + 1);
        }
        extraAlike(100L * STEPS + 10);
        assertCulprits(diagnose(), 0);
    }

    @Test
    void namesNoRankOfACycleWithSendsWithoutAHistory() {
        for (int rank = 0; rank < 4; rank++) {
            tensor[rank / 2].join(rank);
            world.join(rank);
        }
        extraAlike(0);
        Verdict verdict = diagnose();
        assertNoCulprit(Outcome.DESYNC, verdict);
    }

    @Test
    void namesTheRankThatLeftOutASend() {
        for (int rank = 0; rank < 4; rank++) {
            train(rank, STEPS);
        }
        long time = 100L * STEPS;
        for (int rank = 0; rank < 2; rank++) {
            tensor[0].call(rank, "all_reduce", CallState.COMPLETED, time + 10, time + 11);
            tensor[0].call(rank, "broadcast", CallState.COMPLETED, time + 12, time + 13);
            if (rank == 1) {
                pipeline[1].half(1, "send", 1, CallState.COMPLETED, time + 20);
            }
            world.call(rank, "all_reduce", CallState.STARTED, time + 30, -1);
        }
        pipeline[0].half(2, "recv", 0, CallState.STARTED, time);
        pipeline[1].half(3, "recv", 0, CallState.COMPLETED, time);
        tensor[1].call(3, "all_reduce", CallState.STARTED, time + 40, -1);
        Verdict verdict = diagnose();
        assertFinding(verdict, Cause.UNMATCHED_SEND_RECV, 0);
    }

    /** Rank 1 skips a call of its tensor group and goes on to the world; its peer waits for it, and all others for the peer. */
    @Test
    void namesTheRankThatSkippedACallAndNotTheCycle() {
        for (int rank = 0; rank < 4; rank++) {
            train(rank, STEPS);
        }
        long time = 100L * STEPS;
        tensor[0].call(0, "all_reduce", CallState.COMPLETED, time + 10, time + 11);
        tensor[0].call(1, "all_reduce", CallState.COMPLETED, time + 10, time + 11);
        tensor[0].call(0, "broadcast", CallState.STARTED, time + 12, -1);
        pipeline[1].half(1, "send", 1, CallState.COMPLETED, time + 20);
        world.call(1, "all_reduce", CallState.STARTED, time + 30, -1);
        pipeline[1].half(3, "recv", 0, CallState.COMPLETED, time);
        tensor[1].call(3, "all_reduce", CallState.STARTED, time + 40, -1);
        pipeline[0].half(2, "recv", 0, CallState.STARTED, time);
        Verdict verdict = diagnose();
        assertCulprits(verdict, 1);
    }

    /** Two stages, two batches a step: one stage sends both and receives both back. In the last step it leaves out one. */
    @Test
    void reportsTheUnmatchedReceiveAndNotTheMissingSend() {
        HandmadeJob stages = new HandmadeJob(2).allAlive(60_000);
        HandmadeJob.Group pair = stages.group("pair", 0, 1);
        for (int step = 0; step < STEPS; step++) {
            long time = 100L * step;
            boolean last = step == STEPS - 1;
            for (int batch = 0; batch < 2; batch++) {
                boolean lost = last && batch == 1;
                if (!lost) {
                    pair.half(0, "send", 1, CallState.COMPLETED, time + batch);
                }
                pair.half(1, "recv", 0, lost ? CallState.STARTED : CallState.COMPLETED, time + batch);
            }
            if (last) {
                pair.half(0, "recv", 1, CallState.STARTED, time + 10);
                continue;
            }
            for (int batch = 0; batch < 2; batch++) {
                pair.half(1, "send", 0, CallState.COMPLETED, time + 10 + batch);
                pair.half(0, "recv", 1, CallState.COMPLETED, time + 10 + batch);
            }
        }
        Verdict verdict = new Diagnosis().of(stages.job());
        assertCulprits(verdict, 0);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** Three shards in each of two stages, in their first step: there is no history, but two peers agree. */
    @Test
    void namesTheRankThatSkippedWhatItsPeersCall() {
        HandmadeJob stages = new HandmadeJob(6).allAlive(60_000);
        HandmadeJob.Group front = stages.group("front", 0, 1, 2);
        HandmadeJob.Group back = stages.group("back", 3, 4, 5);
        HandmadeJob.Group experts = stages.group("experts", 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            HandmadeJob.Group pipeline = stages.group("pipeline " + rank, rank, rank + 3);
            boolean culprit = rank == 0;
            experts.call(rank, "broadcast", CallState.COMPLETED, 0, 1);
            if (!culprit) {
                front.call(rank, "all_reduce", CallState.COMPLETED, 10, 11);
            }
            experts.call(rank, "all_to_all", CallState.COMPLETED, 12, 13);
            experts.call(rank, "all_gather", CallState.COMPLETED, 14, 15);
            front.call(rank, "all_reduce", culprit ? CallState.COMPLETED : CallState.STARTED, 16, culprit ? 17 : -1);
            if (culprit) {
                pipeline.call(rank, "scatter", CallState.COMPLETED, 20, 21);
                pipeline.call(rank, "reduce", CallState.STARTED, 22, -1);
                pipeline.call(rank + 3, "scatter", CallState.COMPLETED, 20, 21);
                back.call(rank + 3, "all_reduce", CallState.STARTED, 22, -1);
            } else {
                pipeline.join(rank);
                back.join(rank + 3);
                pipeline.call(rank + 3, "scatter", CallState.STARTED, 20, -1);
            }
        }
        Verdict verdict = new Diagnosis().of(stages.job());
        assertFinding(verdict, Cause.SKIPPED_COLLECTIVE, 0);
    }

    /** Ranks wait only at the end of a step; one rank skips a call and is a step ahead when the others notice. */
    @Test
    void findsASkippedCallByTheCallsOnAnotherCommunicator() {
        HandmadeJob steps = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group one = steps.group("one", 0, 1, 2);
        HandmadeJob.Group other = steps.group("other", 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            one.call(rank, "broadcast", CallState.COMPLETED, 0, 1);
            if (rank < 2) {
                one.call(rank, "all_reduce", CallState.STARTED, 2, -1);
            }
            other.call(rank, "all_gather", CallState.COMPLETED, 4, 5);
        }
        one.call(2, "broadcast", CallState.STARTED, 6, -1).call(2, "all_reduce", CallState.ENQUEUED, 8, -1);
        Verdict verdict = new Diagnosis().of(steps.job());
        assertFinding(verdict, Cause.SKIPPED_COLLECTIVE, 2);
    }
}
