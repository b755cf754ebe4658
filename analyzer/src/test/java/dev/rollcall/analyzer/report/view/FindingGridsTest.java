package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingGridsTest {
    private static final int ROOM = 8;

    private static List<String> communicators(HandmadeJob job) {
        Verdict verdict = new Diagnosis().of(job.job());
        return FindingGrids.of(verdict.job(), verdict.findings().get(0), ROOM).stream()
                .map(CallGrid::communicator)
                .toList();
    }

    /** One communicator alone shows two ranks that wait, and not for what. */
    @Test
    void showsEachCommunicatorOfACycle() {
        HandmadeJob job = new HandmadeJob(2).allAlive(60_000);
        job.group("tp", 0, 1).steps(4, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("dp", 0, 1).steps(4, 0, 1).call(1, "all_reduce", CallState.STARTED, 50, -1);

        assertEquals(List.of("tp", "dp"), communicators(job));
    }

    @Test
    void showsTheOneCommunicatorOfADifference() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.everyone().steps(4, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            world.call(rank, rank == 1 ? "barrier" : "all_reduce", CallState.STARTED, 50, -1);
        }

        assertEquals(List.of("world"), communicators(job));
    }
}
