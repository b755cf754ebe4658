package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitDistance;
import dev.rollcall.analyzer.verdict.WaitMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitMapperTest {
    private static WaitDistance distance(Verdict verdict, int rank) {
        return verdict.waits().byRank().get(rank).distance();
    }

    /** Rank 0 stopped; 1 waits for it, 2 for 1, 3 for 2, 4 for 3. */
    private static HandmadeJob chain() {
        HandmadeJob job = new HandmadeJob(5).allAlive(120_000);
        for (int rank = 1; rank < 5; rank++) {
            job.group("pair " + rank, rank - 1, rank)
                    .steps(6, rank - 1, rank)
                    .call(rank, "all_reduce", CallState.STARTED, 100 + rank, -1);
        }
        return job;
    }

    @Test
    void countsTheWaitsToTheNamedRank() {
        Verdict verdict = new Diagnosis().of(chain().job());

        assertEquals(List.of(0), verdict.named(), verdict.summary());
        assertEquals(WaitDistance.NAMED, distance(verdict, 0));
        assertEquals(WaitDistance.DIRECT, distance(verdict, 1));
        assertEquals(WaitDistance.SECOND_HAND, distance(verdict, 2));
        assertEquals(WaitDistance.FURTHER, distance(verdict, 3));
        assertEquals(WaitDistance.FURTHER, distance(verdict, 4));
    }

    @Test
    void classesWaitForTheClassesOfTheRanksThatTheyLack() {
        WaitMap waits = new Diagnosis().of(chain().job()).waits();

        List<WaitClass> classes = waits.classes();
        assertEquals(List.of(List.of(0), List.of(1), List.of(2), List.of(3, 4)), ranks(waits));
        assertEquals(List.of(), classes.get(0).waitsFor());
        assertEquals(List.of(0), classes.get(1).waitsFor());
        assertEquals(List.of(1), classes.get(2).waitsFor());
        assertEquals(List.of(2, 3), classes.get(3).waitsFor());
    }

    @Test
    void ranksInTheCallThatADivergentOneContradictsWaitForIt() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < 8; step++) {
                        script.allReduce(rank == 2 && step == 6 ? 3 : 2, "step:10<main:1");
                    }
                })
                .blocking(true)
                .diagnose();

        assertEquals(List.of(2), verdict.culprits(), verdict.summary());
        assertEquals(List.of(List.of(2), List.of(0, 1, 3)), ranks(verdict.waits()));
        assertEquals(WaitDistance.DIRECT, distance(verdict, 0));
    }

    @Test
    void marksTheCycleOfADeadlock() {
        HandmadeJob job = new HandmadeJob(3).allAlive(120_000);
        job.group("tp", 0, 1).steps(2, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("dp", 0, 1).steps(2, 0, 1).call(1, "all_reduce", CallState.STARTED, 50, -1);
        job.group("world", 0, 1, 2).steps(2, 0, 1, 2).call(2, "barrier", CallState.STARTED, 50, -1);

        WaitMap waits = new Diagnosis().of(job.job()).waits();
        Map<Integer, WaitClass> byRank = waits.byRank();

        assertTrue(waits.isInCycle(byRank.get(0), byRank.get(1)), waits::toString);
        assertEquals(
                List.of(waits.classes().indexOf(byRank.get(1))), byRank.get(0).waitsFor());
        assertEquals(-1, byRank.get(2).cycle());
    }

    @Test
    void aRankWithoutADumpIsNamedToo() {
        HandmadeJob job = new HandmadeJob(4);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            job.rank(rank, 120_000, Ending.ALIVE);
            world.call(rank, "all_reduce", CallState.STARTED, 100, -1);
        }
        Verdict verdict = new Diagnosis().of(job.job());

        assertEquals(List.of(3), verdict.named(), verdict.summary());
        assertEquals(List.of(List.of(3), List.of(0, 1, 2)), ranks(verdict.waits()));
    }

    @Test
    void aRankThatDivergedAndWaitsLaterClosesNoCycleOfItsOwn() {
        HandmadeJob job = new HandmadeJob(3).allAlive(120_000);
        job.group("tp", 0, 1, 2).steps(6, 0, 1, 2).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("tp", 0, 1, 2).call(1, "all_reduce", CallState.STARTED, 50, -1);
        job.group("world", 0, 1, 2).steps(2, 0, 1, 2).call(2, "barrier", CallState.STARTED, 60, -1);

        WaitMap waits = new Diagnosis().of(job.job()).waits();

        assertEquals(List.of(2), waits.classes().get(0).ranks());
        assertTrue(waits.classes().stream().allMatch(each -> each.cycle() < 0), waits::toString);
    }

    @Test
    void aFinishedJobWaitsForNothing() {
        Verdict verdict = JobScript.of(3, (rank, script) -> script.allReduce(2, "step:10<main:1"))
                .diagnose();

        IntStream.range(0, 3).forEach(rank -> assertEquals(WaitDistance.NONE, distance(verdict, rank)));
    }

    private static List<List<Integer>> ranks(WaitMap waits) {
        return waits.classes().stream().map(WaitClass::ranks).toList();
    }
}
