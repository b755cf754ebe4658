package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RetainedMemory;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.chart.ChartPlot.Point;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldBytesChartTest {
    private static final int MIB = 1 << 20;

    private static HeldBuffers held(int line, Moment... moments) {
        return new HeldBuffers(
                1,
                "all_reduce",
                HeldBuffers.Use.INPUT,
                HeldBuffers.Holder.WORK,
                0,
                ExampleJob.stack("step", line),
                List.of(moments),
                false);
    }

    private static Moment moment(int second, long bytes) {
        return new Moment(ExampleJob.START + second * ExampleJob.SECOND, 1, bytes, 2);
    }

    private static Verdict verdict(HeldBuffers... buffers) {
        Job job = new ExampleJob(2).steps(3).build();
        List<Rank> ranks = job.ranks().stream()
                .map(rank -> new Rank(
                        rank.number(),
                        rank.host(),
                        rank.pid(),
                        rank.sources(),
                        rank.started(),
                        rank.ending(),
                        rank.lastAlive(),
                        rank.heartbeat(),
                        rank.threads(),
                        rank.copies(),
                        DeviceRecord.NONE,
                        new RetainedMemory(rank.number() == 1 ? List.of(buffers) : List.of(), null)))
                .toList();
        return new Verdict(
                new Job(job.id(), ranks, job.communicators(), job.signatures(), job.stacks(), job.coverage()),
                Outcome.HEALTHY,
                List.of(),
                "",
                List.of());
    }

    @Test
    void stacksThePlacesOfTheCalls() {
        Chart chart = HeldBytesChart.of(verdict(
                held(22, moment(0, MIB), moment(10, 3 * MIB)), held(40, moment(0, 2 * MIB), moment(10, 8 * MIB))));

        Series below = chart.plot().series().get(0);
        Series above = chart.plot().series().get(1);
        assertEquals("inputs of all_reduce at Trainer.java:40", below.name());
        assertEquals(
                List.of(2.0 * MIB, 8.0 * MIB),
                below.points().stream().map(Point::high).toList());
        assertEquals(
                List.of(2.0 * MIB, 8.0 * MIB),
                above.points().stream().map(Point::low).toList());
        assertEquals(
                List.of(3.0 * MIB, 11.0 * MIB),
                above.points().stream().map(Point::high).toList());
        assertEquals(List.of("10\u00a0s", "8 MiB", "3 MiB"), chart.rows().get(1));
    }

    @Test
    void drawsAStraightLineBetweenTwoRecords() {
        HeldBuffers held = held(22, moment(10, 0), moment(20, 100), moment(20, 200));

        assertEquals(0, HeldBytesChart.at(held, ExampleJob.START));
        assertEquals(50, HeldBytesChart.at(held, ExampleJob.START + 15 * ExampleJob.SECOND));
        assertEquals(200, HeldBytesChart.at(held, ExampleJob.START + 90 * ExampleJob.SECOND));
    }

    @Test
    void isLeftOutWhereNothingIsHeld() {
        assertNull(HeldBytesChart.of(verdict()));
        assertNull(HeldBytesChart.of(verdict(held(22, moment(0, MIB)))));
    }
}
