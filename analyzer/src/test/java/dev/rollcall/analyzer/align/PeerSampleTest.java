package dev.rollcall.analyzer.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerSampleTest {
    private static final int SHARDS = 10;

    /** Makes a job in which each ten consecutive ranks share a group, beside the one of all. */
    private static Job job(int ranks) {
        HandmadeJob made = new HandmadeJob(ranks).allAlive(100);
        HandmadeJob.Group world = made.group("world", range(0, ranks));
        world.call(0, "barrier", CallState.COMPLETED, 0, 1);
        for (int first = 0; first < ranks; first += SHARDS) {
            HandmadeJob.Group shards = made.group("shards " + first, range(first, first + SHARDS));
            for (int rank = first; rank < first + SHARDS; rank++) {
                shards.call(rank, "all_reduce", CallState.COMPLETED, 0, 1);
            }
        }
        return made.job();
    }

    private static Integer[] range(int from, int to) {
        return IntStream.range(from, to).boxed().toArray(Integer[]::new);
    }

    @Test
    void hasAllRanksOfASmallJob() {
        assertEquals(500, new PeerSample(job(500)).of(List.of(7)).size());
    }

    @Test
    void hasTheNeighboursOfARankInALargeJob() {
        Set<Integer> sample = new PeerSample(job(3000)).of(List.of(2344));

        assertTrue(
                sample.containsAll(IntStream.range(2340, 2350).boxed().toList()),
                () -> "the ranks that share a group with rank 2344 are not all in " + sample);
    }

    @Test
    void hasRanksFromEachPartOfALargeJob() {
        Set<Integer> sample = new PeerSample(job(3000)).of(List.of(0));

        for (int stage = 0; stage < 3000; stage += 500) {
            int from = stage;
            long its = sample.stream()
                    .filter(rank -> rank >= from && rank < from + 500)
                    .count();
            assertTrue(its > 50, () -> its + " of ranks " + from + "–" + (from + 499) + " are in the sample");
        }
    }

    @Test
    void isTheSameEachTime() {
        assertEquals(new PeerSample(job(3000)).of(List.of(5, 6)), new PeerSample(job(3000)).of(List.of(5, 6)));
    }
}
