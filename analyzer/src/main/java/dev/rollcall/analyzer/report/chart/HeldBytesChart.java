package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.chart.ChartPlot.Axis;
import dev.rollcall.analyzer.report.chart.ChartPlot.Mark;
import dev.rollcall.analyzer.report.chart.ChartPlot.Point;
import dev.rollcall.analyzer.report.chart.ChartPlot.Scale;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.report.chart.ChartPlot.Tone;
import dev.rollcall.analyzer.report.view.RetainedView;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** How many bytes the buffers of collectives keep allocated over time, by the place of the calls, on the rank that holds most. */
final class HeldBytesChart {
    private static final int MOST_PLACES = 6;

    private HeldBytesChart() {}

    /** Returns the chart; null where no rank was seen twice to hold buffers. */
    static Chart of(Verdict verdict) {
        Rank most = verdict.job().ranks().stream()
                .filter(rank -> rank.retained().buffers().stream()
                        .anyMatch(held -> held.moments().size() > 1))
                .max(Comparator.comparingLong(HeldBytesChart::most))
                .orElse(null);
        return most == null || most(most) == 0 ? null : chart(most);
    }

    private static long most(Rank rank) {
        return rank.retained().buffers().stream()
                .mapToLong(held -> held.most().bytes())
                .sum();
    }

    private static Chart chart(Rank rank) {
        List<HeldBuffers> places = rank.retained().buffers().stream()
                .sorted(Comparator.comparingLong(
                        (HeldBuffers held) -> -held.most().bytes()))
                .limit(MOST_PLACES)
                .toList();
        TreeSet<Long> times = new TreeSet<>();
        places.forEach(place -> place.moments().forEach(moment -> times.add(moment.time())));
        long begin = times.first();
        List<List<String>> rows = new ArrayList<>();
        long[] below = new long[times.size()];
        List<Series> series = new ArrayList<>();
        for (HeldBuffers place : places) {
            List<Point> points = new ArrayList<>();
            int at = 0;
            for (long time : times) {
                long held = at(place, time);
                points.add(new Point(time - begin, 0, below[at], below[at] + held, below[at] + held));
                below[at] += held;
                at++;
            }
            series.add(new Series(RetainedView.calls(place), Mark.AREA, Tone.hue(series.size()), points));
        }
        List<String> columns = new ArrayList<>(List.of("Time"));
        series.forEach(each -> columns.add(each.name()));
        int at = 0;
        long highest = 1;
        for (long time : times) {
            List<String> row = new ArrayList<>(List.of(AxisText.duration(time - begin)));
            places.forEach(place -> row.add(NumberText.bytes(at(place, time))));
            rows.add(row);
            highest = Math.max(highest, below[at++]);
        }
        return new Chart(
                "Memory held by collectives over time",
                "Rank " + rank.number() + " holds " + NumberText.bytes(at(places.get(0), times.last())) + " of "
                        + RetainedView.calls(places.get(0))
                        + " at the end. Bytes between the rows of the table are interpolated.",
                new ChartPlot(
                        Axis.of(
                                Scale.DECIMAL,
                                0,
                                Math.max(1, times.last() - begin),
                                value -> AxisText.duration((long) value)),
                        Axis.of(Scale.BINARY, 0, highest * 1.05, value -> NumberText.bytes((long) value)),
                        series),
                columns,
                rows);
    }

    /** Returns how many bytes were held at a time, on a straight line between the moments that were recorded. */
    static long at(HeldBuffers held, long time) {
        Moment before = null;
        for (Moment moment : held.moments()) {
            if (moment.time() >= time) {
                if (before == null || moment.time() == time) {
                    return moment.time() == time ? moment.bytes() : 0;
                }
                double share = (double) (time - before.time()) / (moment.time() - before.time());
                return before.bytes() + Math.round(share * (moment.bytes() - before.bytes()));
            }
            before = moment;
        }
        return held.last().bytes();
    }
}
