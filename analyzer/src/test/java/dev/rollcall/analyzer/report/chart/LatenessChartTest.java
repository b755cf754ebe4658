package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.chart.LatenessChart.Lateness;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenessChartTest {
    private static final long MILLI = 1_000_000;

    private static Verdict verdict(Job job, Integer... culprits) {
        return new Verdict(job, Outcome.DESYNC, List.of(culprits), "", List.of());
    }

    private static List<Lateness> ranks(int count) {
        return IntStream.range(0, count)
                .mapToObj(rank -> new Lateness(List.of(rank), rank * MILLI, 2 * rank * MILLI))
                .toList();
    }

    @Test
    void measuresFromTheFirstRankOfEachCall() {
        Job job = new ExampleJob(4).steps(12).build();
        CallWindow window = CallWindow.of(verdict(job));

        List<Lateness> ranks = LatenessChart.ranks(window, LatenessChart.widestPlace(window));

        assertEquals(
                List.of(0L, 10 * MILLI, 20 * MILLI, 30 * MILLI),
                ranks.stream().map(Lateness::median).toList());
    }

    @Test
    void comparesTheCallsOfOnePlaceAlone() {
        ExampleJob example = new ExampleJob(2).steps(2);
        for (int step = 0; step < 6; step++) {
            for (int rank = 0; rank < 2; rank++) {
                example.call(rank, Signature.of("barrier"), "save", 88, CallState.COMPLETED);
                example.call(rank, ExampleJob.allReduce(8), "step", 22, CallState.COMPLETED);
            }
        }
        CallWindow window = CallWindow.of(verdict(example.build()));

        List<Long> calls = LatenessChart.widestPlace(window);

        assertEquals(6, calls.size());
        assertTrue(
                calls.stream().map(call -> call % 2).distinct().count() == 1,
                "every second call is of one place: " + calls);
    }

    @Test
    void joinsManyRanksInOneBarAndKeepsANamedRankApart() {
        List<Lateness> bars = LatenessChart.bars(ranks(1024), Set.of(300));

        assertTrue(bars.size() <= 131, bars.size() + " bars");
        assertTrue(bars.contains(new Lateness(List.of(300), 300 * MILLI, 600 * MILLI)));
        assertEquals(
                IntStream.range(0, 1024).boxed().toList(),
                bars.stream().flatMap(bar -> bar.ranks().stream()).toList());
        assertEquals(1023 * MILLI, bars.get(bars.size() - 1).median(), "the latest of them");
    }

    @Test
    void hasATableOfTheBars() {
        Chart chart = LatenessChart.of(verdict(new ExampleJob(3).steps(12).build(), 2));

        assertEquals(
                List.of(
                        List.of("0", "0\u00a0ms", "0\u00a0ms"),
                        List.of("1", "10\u00a0ms", "10\u00a0ms"),
                        List.of("2", "20\u00a0ms", "20\u00a0ms")),
                chart.rows());
        assertEquals(
                "In half of the last 10 calls at Trainer.java:22 on world, all ranks come within 20\u00a0ms of the first.",
                chart.sentence());
    }

    @Test
    void isLeftOutWhereFewCallsHaveTimes() {
        assertNull(LatenessChart.of(verdict(new ExampleJob(3).steps(4).build())));
    }

    @Test
    void isLeftOutWhereNoRankIsLate() {
        assertNull(LatenessChart.of(verdict(new ExampleJob(1).steps(40).build())));
    }

    @Test
    void comparesTheFirstRankOfEachCallWithItsLast() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3);
        for (int call = 0; call < 12; call++) {
            for (int rank = 0; rank < 4; rank++) {
                // Ranks 1 to 3 take turns in being late.
                long time = 1_000L * call + (rank == 1 + call % 3 ? 30 : 0);
                world.call(rank, "all_reduce", CallState.COMPLETED, time, time + 100);
            }
        }

        Chart chart = LatenessChart.of(verdict(job.job()));

        assertTrue(chart.sentence().endsWith("all ranks come within 30\u00a0ms of the first."), chart.sentence());
    }
}
