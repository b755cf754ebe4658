package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.chart.ChartPlot.Mark;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.report.chart.ChartPlot.Tone;
import dev.rollcall.analyzer.report.chart.ProgressChart.Passage;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressChartTest {
    private static Job job() {
        ExampleJob example = new ExampleJob(3).steps(20);
        example.call(0, ExampleJob.allReduce(8), "step", 22, CallState.STARTED);
        example.call(1, ExampleJob.allReduce(8), "step", 22, CallState.STARTED);
        return example.build();
    }

    private static Verdict verdict() {
        return new Verdict(job(), Outcome.DESYNC, List.of(2), "", List.of());
    }

    @Test
    void knowsWhenTheFirstAndTheLastRankMadeACall() {
        CallWindow window = CallWindow.of(verdict());

        List<Passage> passages = ProgressChart.passages(window.members(), 20, 21);

        assertEquals(
                List.of(new Passage(20, time(19, 0), time(19, 2)), new Passage(21, time(20, 0), Call.NO_TIME)),
                passages);
    }

    private static long time(int call, int rank) {
        return ExampleJob.START + call * ExampleJob.SECOND + rank * ExampleJob.SECOND / 100;
    }

    @Test
    void drawsTheNamedRankAgainstTheBandOfTheOthers() {
        Chart chart = ProgressChart.of(verdict());

        Series named = chart.plot().series().stream()
                .filter(series -> series.tone() == Tone.NAMED)
                .findFirst()
                .orElseThrow();
        assertEquals("rank 2", named.name());
        assertEquals(Mark.LINE, named.mark());
        assertEquals(20, named.points().get(named.points().size() - 1).value());
        Series band = chart.plot().series().stream()
                .filter(series -> series.mark() == Mark.AREA)
                .findFirst()
                .orElseThrow();
        assertEquals(21, band.points().get(band.points().size() - 1).high());
        assertEquals(
                "Rank 2 has issued calls up to 20, the others up to 21, on world. Time 0 is the last call, at 2026-09-21 14:13:40 UTC.",
                chart.sentence());
        assertEquals(
                List.of("21", "not made", "−10\u00a0ms", "0"),
                chart.rows().get(chart.rows().size() - 1));
    }

    @Test
    void drawsManyNamedRanksAsABand() {
        ExampleJob example = new ExampleJob(6).steps(20);
        example.call(0, ExampleJob.allReduce(8), "step", 22, CallState.STARTED);
        example.call(4, ExampleJob.allReduce(8), "step", 22, CallState.STARTED);
        Verdict verdict = new Verdict(example.build(), Outcome.DESYNC, List.of(1, 2, 3, 4), "", List.of());

        Chart chart = ProgressChart.of(verdict);

        Series named = chart.plot().series().stream()
                .filter(series -> series.tone() == Tone.NAMED && series.mark() == Mark.AREA)
                .findFirst()
                .orElseThrow();
        assertEquals("ranks 1–4, from the last to the first", named.name());
        assertEquals(21, named.points().get(named.points().size() - 1).high());
        assertEquals(20, named.points().get(named.points().size() - 1).low());
        assertEquals(5, chart.columns().size());
        assertEquals(5, chart.rows().get(0).size());
        assertTrue(
                chart.sentence().startsWith("Ranks 1–4 have issued calls up to 20–21, the others up to 20–21,"),
                chart.sentence());
    }
}
