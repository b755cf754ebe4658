package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.chart.DurationChart.Durations;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DurationChartTest {
    private static final long TENTH = ExampleJob.SECOND / 10;

    @Test
    void tellsTheCallsOfNamedRanksFromThoseOfOthers() {
        ExampleJob example = new ExampleJob(3).steps(10);
        example.call(0, Signature.of("barrier"), "save", 88, CallState.STARTED);

        List<Durations> durations = DurationChart.durations(example.build(), Set.of(1));

        assertEquals(2, durations.size());
        assertEquals(true, durations.get(0).named());
        assertEquals(10, durations.get(0).nanos().size());
        assertEquals(20, durations.get(1).nanos().size());
        assertEquals(TENTH, durations.get(1).nanos().median());
    }

    @Test
    void isLeftOutWhereNoCallCompleted() {
        ExampleJob example = new ExampleJob(2);
        example.call(0, Signature.of("barrier"), "save", 88, CallState.STARTED);
        Job job = example.build();

        assertNull(DurationChart.of(new Verdict(job, Outcome.DESYNC, List.of(), "", List.of())));
    }

    @Test
    void takesPercentilesByTheNearestRank() {
        Percentiles ten = Percentiles.of(new long[] {10, 9, 8, 7, 6, 5, 4, 3, 2, 1});

        assertEquals(
                List.of(1L, 3L, 5L, 8L, 10L, 10L),
                List.of(ten.at(5), ten.at(25), ten.median(), ten.at(75), ten.at(95), ten.at(100)));
        assertEquals(7, Percentiles.of(new long[] {7}).at(5));
    }
}
