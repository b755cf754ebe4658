package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StragglerTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    /** Ten calls that one rank issues this many milliseconds after the others. */
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
    void notesTheRankThatWaitsLeast() {
        Verdict verdict = late("all_reduce", 1, 50);
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertFinding(verdict, Cause.STRAGGLER);
        TEXTS.verify(verdict.findings().get(0).summary());
    }

    @Test
    void aShortDelayIsNotLate() {
        assertEquals(List.of(), late("all_reduce", 1, 2).findings());
    }

    /** The root returns at once; the others receive its data 50 ms later. */
    @Test
    void aRootThatDoesNotWaitIsNotLate() {
        HandmadeJob job = new HandmadeJob(3).allAlive(1_100);
        for (int step = 0; step < 10; step++) {
            for (int rank = 0; rank < 3; rank++) {
                long from = step * 100L;
                job.everyone().call(rank, "broadcast", CallState.COMPLETED, from, from + (rank == 0 ? 1 : 50));
            }
        }
        assertEquals(List.of(), new Diagnosis().of(job.job()).findings());
    }

    /** After a barrier the root takes 50 ms before it sends what the others wait for. */
    @Test
    void aRootThatTheOthersWaitForIsLate() {
        HandmadeJob job = new HandmadeJob(3).allAlive(1_100);
        for (int step = 0; step < 10; step++) {
            for (int rank = 0; rank < 3; rank++) {
                long from = step * 100L;
                job.everyone()
                        .call(rank, "barrier", CallState.COMPLETED, from, from + 1)
                        .call(rank, "broadcast", CallState.COMPLETED, from + (rank == 0 ? 51 : 2), from + 52);
            }
        }
        assertEquals(List.of(0), new Diagnosis().of(job.job()).findings().get(0).ranks());
    }

    /** Two calls a step; rank 1 is late for the first and in time for the second. */
    @Test
    void findsTheRankThatIsLateInOnePartOfEachStep() {
        HandmadeJob job = new HandmadeJob(4).allAlive(2_100);
        for (int step = 0; step < 20; step++) {
            for (int rank = 0; rank < 4; rank++) {
                long from = step * 100L;
                job.everyone()
                        .call(rank, "all_reduce", CallState.COMPLETED, from + (rank == 1 ? 50 : 0), from + 51)
                        .call(rank, "barrier", CallState.COMPLETED, from + 70 + rank % 3, from + 74);
            }
        }
        assertEquals(List.of(1), new Diagnosis().of(job.job()).findings().get(0).ranks());
    }

    /** Rank 0 is late in the world's call because it waited for rank 1 in the pair's. */
    @Test
    void aRankThatWaitedItselfIsNotLate() {
        HandmadeJob job = new HandmadeJob(4).allAlive(1_100);
        HandmadeJob.Group world = job.everyone();
        HandmadeJob.Group pair = job.group("pair", 0, 1);
        for (int step = 0; step < 10; step++) {
            long from = step * 100L;
            pair.call(0, "all_reduce", CallState.COMPLETED, from, from + 50);
            pair.call(1, "all_reduce", CallState.COMPLETED, from + 49, from + 50);
            for (int rank = 0; rank < 4; rank++) {
                world.call(
                        rank,
                        "all_reduce",
                        CallState.COMPLETED,
                        from + (rank == 0 ? 52 : rank == 1 ? 51 : 1),
                        from + 53);
            }
        }
        assertEquals(
                List.of(),
                new Diagnosis()
                        .of(job.job()).findings().stream()
                                .filter(note -> note.ranks().contains(0))
                                .toList());
    }

    /** The host runs ahead of its device, and the watchdog sees many calls complete at once. */
    @Test
    void batchedCompletionsDoNotMakeARankLate() {
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
