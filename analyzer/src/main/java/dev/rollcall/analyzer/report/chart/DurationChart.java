package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.report.chart.ChartPlot.Axis;
import dev.rollcall.analyzer.report.chart.ChartPlot.Mark;
import dev.rollcall.analyzer.report.chart.ChartPlot.Point;
import dev.rollcall.analyzer.report.chart.ChartPlot.Scale;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.report.chart.ChartPlot.Tone;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.Times;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** How long completed calls took from issue to completion, by operation: of the named ranks, and of the others. */
final class DurationChart {
    private static final int MOST_OPERATIONS = 6;
    private static final int MOST_OPERATIONS_APART = 4;
    /** More are no more exact. */
    private static final int MOST_DURATIONS = 1 << 20;

    private static final int LONGEST_NAME = 24;
    private static final long SHORTEST = 1_000;
    private static final double BOX_HEIGHT = 0.5;

    /**
     * The durations of one operation's calls.
     *
     * @param operation the operation
     * @param named whether those of the named ranks
     * @param nanos the durations, in nanoseconds
     */
    record Durations(String operation, boolean named, Percentiles nanos) {}

    private record Calls(String operation, boolean named) {}

    private DurationChart() {}

    /** Returns the chart; null where no call has the time of its end. */
    static Chart of(Verdict verdict) {
        List<Durations> durations = durations(verdict.job(), MarkedRanks.of(verdict));
        return durations.isEmpty() ? null : chart(MarkedRanks.of(verdict), durations);
    }

    /** Returns the durations of the operations that take the most time, those of named ranks before those of others. */
    static List<Durations> durations(Job job, Set<Integer> named) {
        Map<String, Map<Boolean, LongStream.Builder>> byOperation = new TreeMap<>();
        Map<String, Long> total = new TreeMap<>();
        int left = MOST_DURATIONS;
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                if (!CallWindow.isTimed(job, member)) {
                    continue;
                }
                for (CallSequence calls : List.of(member.collectives(), member.pointToPoint())) {
                    for (int i = Math.max(0, calls.size() - CallWindow.calls(job)); i < calls.size() && left > 0; i++) {
                        long nanos = nanos(calls, i);
                        if (nanos >= 0) {
                            String operation = calls.signature(i).operation();
                            byOperation
                                    .computeIfAbsent(operation, its -> new TreeMap<>(Comparator.reverseOrder()))
                                    .computeIfAbsent(named.contains(member.rank()), its -> LongStream.builder())
                                    .add(nanos);
                            total.merge(operation, nanos, Long::sum);
                            left--;
                        }
                    }
                }
            }
        }
        List<Durations> durations = new ArrayList<>();
        total.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(named.isEmpty() ? MOST_OPERATIONS : MOST_OPERATIONS_APART)
                .forEach(operation -> byOperation
                        .get(operation.getKey())
                        .forEach((ofNamed, nanos) -> durations.add(new Durations(
                                operation.getKey(),
                                ofNamed,
                                Percentiles.of(nanos.build().toArray())))));
        return durations;
    }

    /** Returns how long a call took; -1 where it did not complete, or a time is unknown. */
    private static long nanos(CallSequence calls, int index) {
        if (calls.state(index) != CallState.COMPLETED) {
            return -1;
        }
        long began = calls.enqueued(index);
        long ended = calls.completed(index);
        return began == Call.NO_TIME || ended == Call.NO_TIME ? -1 : Math.max(0, ended - began);
    }

    private static Chart chart(Set<Integer> named, List<Durations> durations) {
        List<String> names = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        List<Point> ranges = new ArrayList<>();
        List<Point> ofOthers = new ArrayList<>();
        List<Point> ofNamed = new ArrayList<>();
        List<Point> medians = new ArrayList<>();
        boolean apart = durations.stream().anyMatch(Durations::named);
        String who = RankText.describe(List.copyOf(named));
        double least = Double.MAX_VALUE;
        double most = 0;
        for (Durations each : durations) {
            int at = names.size();
            Percentiles nanos = each.nanos;
            String operation = Printable.shortened(each.operation, LONGEST_NAME);
            String whose = each.named ? who : "others";
            names.add(!apart ? operation : operation + ", " + (each.named ? shortened(who) : whose));
            ranges.add(point(at, nanos.at(5), nanos.median(), nanos.at(95), 0));
            (each.named ? ofNamed : ofOthers).add(point(at, nanos.at(25), nanos.median(), nanos.at(75), BOX_HEIGHT));
            medians.add(point(at, nanos.median(), nanos.median(), nanos.median(), 0));
            least = Math.min(least, ranges.get(at).low());
            most = Math.max(most, ranges.get(at).high());
            List<String> row = new ArrayList<>(List.of(operation));
            if (apart) {
                row.add(whose);
            }
            row.add(NumberText.grouped(nanos.size()));
            for (int percent : new int[] {5, 25, 50, 75, 95, 100}) {
                row.add(Times.duration(nanos.at(percent)));
            }
            rows.add(row);
        }
        List<Series> series = new ArrayList<>();
        series.add(new Series("5th to 95th percentile", Mark.RANGE, Tone.INK, ranges));
        if (!ofNamed.isEmpty()) {
            series.add(new Series("middle half, " + who, Mark.BAR, Tone.NAMED, ofNamed));
        }
        if (!ofOthers.isEmpty()) {
            series.add(new Series("middle half" + (apart ? ", others" : ""), Mark.BAR, Tone.OTHERS, ofOthers));
        }
        series.add(new Series("median", Mark.DOT, Tone.INK, medians));
        List<String> columns = new ArrayList<>(List.of("Operation"));
        if (apart) {
            columns.add("Ranks");
        }
        columns.addAll(List.of("Calls", "5th percentile", "25th", "Median", "75th", "95th", "Longest"));
        return new Chart(
                "Call durations",
                "From issue to completion, of calls that completed.",
                new ChartPlot(
                        Axis.named(names),
                        Axis.of(
                                Scale.LOGARITHMIC,
                                decade(Math.floor(Math.log10(least))),
                                decade(Math.floor(Math.log10(most)) + 1),
                                value -> AxisText.duration(Math.round(value))),
                        series),
                columns,
                rows);
    }

    private static double decade(double power) {
        return Math.pow(10, power);
    }

    private static String shortened(String ranks) {
        return ranks.length() <= LONGEST_NAME ? ranks : "named ranks";
    }

    private static Point point(int at, long low, long value, long high, double width) {
        return new Point(at, width, Math.max(SHORTEST, low), Math.max(SHORTEST, value), Math.max(SHORTEST, high));
    }
}
