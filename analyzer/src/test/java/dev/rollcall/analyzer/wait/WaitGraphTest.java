package dev.rollcall.analyzer.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitGraphTest {

    private static WaitGraph graph(HandmadeJob job) {
        return WaitGraph.of(job.job());
    }

    @Test
    void aCallWaitsForTheMembersThatHaveNotMadeIt() {
        HandmadeJob job = new HandmadeJob(3).allAlive(10_000);
        job.group("world", 0, 1, 2).steps(4, 0, 1, 2).call(0, "barrier", CallState.STARTED, 50, -1);

        assertEquals(List.of(1, 2), graph(job).waits().get(0).absent());
        assertEquals(Set.of(0), graph(job).waits().keySet());
    }

    @Test
    void blameFlowsToTheRankThatDoesNotWait() {
        HandmadeJob job = new HandmadeJob(3).allAlive(10_000);
        job.group("tp", 0, 1).steps(2, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("dp", 1, 2).steps(2, 1, 2).call(1, "all_reduce", CallState.STARTED, 40, -1);

        assertEquals(
                List.of(1, 0), graph(job).waitsFor(2).stream().map(Wait::rank).toList());
        assertEquals(List.of(), graph(job).cycles());
    }

    @Test
    void aCycleHoldsThoseInItAndNotThoseThatWaitForThem() {
        HandmadeJob job = new HandmadeJob(3).allAlive(10_000);
        job.group("tp", 0, 1).steps(2, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("dp", 0, 1).steps(2, 0, 1).call(1, "all_reduce", CallState.STARTED, 50, -1);
        job.group("world", 0, 1, 2).steps(2, 0, 1, 2).call(2, "barrier", CallState.STARTED, 50, -1);

        assertEquals(List.of(Set.of(0, 1)), graph(job).cycles());
    }

    @Test
    void aMemberWhoseTraceWasReadTooEarlyIsNotCalledAbsent() {
        HandmadeJob job = new HandmadeJob(3).allAlive(10_000);
        job.group("world", 0, 1, 2).steps(9, 0, 1).steps(4, 2).call(0, "all_reduce", CallState.STARTED, 90, -1);

        Wait wait = graph(job).waits().get(0);
        assertEquals(List.of(1), wait.absent());
        assertEquals(List.of(2), wait.unread());
    }

    @Test
    void aBroadcastThatItsRootCompletedProvesNothingOfTheOthers() {
        HandmadeJob job = new HandmadeJob(2).allAlive(10_000);
        job.group("world", 0, 1)
                .steps(4, 0, 1)
                .call(0, "broadcast", CallState.COMPLETED, 50, 51)
                .call(0, "all_reduce", CallState.STARTED, 60, -1);

        assertEquals(List.of(1), graph(job).waits().get(0).absent());
    }

    @Test
    void aMemberWhoseTraceTellsNothingOfTheCommunicatorIsUnread() {
        HandmadeJob job = new HandmadeJob(3).allAlive(10_000);
        job.group("world", 0, 1, 2)
                .call(0, "all_reduce", CallState.STARTED, 10, -1)
                .call(1, "all_reduce", CallState.STARTED, 10, -1);

        assertEquals(List.of(2), graph(job).waits().get(0).unread());
    }

    @Test
    void aRankThatEndedWellDoesNotWait() {
        HandmadeJob job = new HandmadeJob(2).rank(0, 100, HandmadeJob.exit(0)).rank(1, 10_000, Ending.ALIVE);
        job.group("world", 0, 1)
                .steps(4, 0, 1)
                .call(0, "all_reduce", CallState.ENQUEUED, 50, -1)
                .call(1, "all_reduce", CallState.ENQUEUED, 50, -1);

        assertEquals(Set.of(1), graph(job).waits().keySet());
    }

    @Test
    void aSendWhoseRecordIsGoneIsNotTakenForACollective() {
        HandmadeJob job = new HandmadeJob(2).allAlive(10_000);
        job.group("world", 0, 1).steps(2, 0, 1).carried(0, "send", 40, 5);

        Wait wait = graph(job).waits().get(0);
        assertTrue(wait.pointToPoint());
        assertEquals(List.of(), wait.absent());
    }

    @Test
    void ranksInOneCallAreGathered() {
        HandmadeJob job = new HandmadeJob(3).allAlive(10_000);
        job.group("world", 0, 1, 2)
                .steps(2, 0, 1, 2)
                .call(0, "all_reduce", CallState.STARTED, 52, -1)
                .call(2, "all_reduce", CallState.STARTED, 50, -1);

        Gathering gathering = graph(job).gatherings().get(0);
        assertEquals(List.of(0, 2), gathering.ranks());
        assertEquals(2, gathering.first().rank());
    }

    /** Ranks 0 and 1, and 4 and 5, wait for each other; 2 waits for the latter, and 1 also for 2. */
    @Test
    void leavesOutRanksBetweenTwoCycles() {
        HandmadeJob job = new HandmadeJob(6).allAlive(60_000);
        job.group("a", 0, 1).call(0, "barrier", CallState.STARTED, 50, -1).join(1);
        job.group("b", 0, 1, 2)
                .call(1, "barrier", CallState.STARTED, 50, -1)
                .join(0)
                .join(2);
        job.group("c", 2, 4).call(2, "barrier", CallState.STARTED, 50, -1).join(4);
        job.group("d", 4, 5).call(4, "barrier", CallState.STARTED, 50, -1).join(5);
        job.group("e", 4, 5).call(5, "barrier", CallState.STARTED, 50, -1).join(4);
        assertEquals(List.of(Set.of(4, 5)), graph(job).cycles());
    }

    @Test
    void findsEachCycleThatWaitsForNoOther() {
        HandmadeJob job = new HandmadeJob(6).allAlive(60_000);
        for (int first = 0; first < 6; first += 2) {
            job.group("tp " + first, first, first + 1)
                    .call(first, "barrier", CallState.STARTED, 50, -1)
                    .join(first + 1);
            job.group("dp " + first, first, first + 1)
                    .call(first + 1, "barrier", CallState.STARTED, 50, -1)
                    .join(first);
        }

        assertEquals(
                List.of(Set.of(0, 1), Set.of(2, 3), Set.of(4, 5)), graph(job).cycles());
    }

    /** Quadratic time or a recursive search would end this test. */
    @Test
    void findsThousandsOfCyclesAndLongChains() {
        int pairs = 4_000;
        int chain = 8_000;
        int world = 2 * pairs + chain;
        HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
        for (int first = 0; first < 2 * pairs; first += 2) {
            job.group("tp " + first, first, first + 1)
                    .call(first, "barrier", CallState.STARTED, 50, -1)
                    .join(first + 1);
            job.group("dp " + first, first, first + 1)
                    .call(first + 1, "barrier", CallState.STARTED, 50, -1)
                    .join(first);
        }
        for (int rank = 2 * pairs; rank < world; rank++) {
            job.group("link " + rank, rank - 1, rank)
                    .call(rank, "barrier", CallState.STARTED, 50, -1)
                    .join(rank - 1);
        }
        WaitGraph graph = graph(job);

        assertEquals(pairs, graph.cycles().size());
        assertEquals(chain + 1, graph.waitsFor(2 * pairs - 2).size());
    }
}
