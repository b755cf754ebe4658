package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.Thresholds;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * How long after the first rank each rank comes to the collectives of one communicator, at the place of the loop where ranks come
 * furthest apart: a rank that is slow in one part of a step is late at the call after that part alone. Stateless and thread-safe.
 */
final class LatenessChart {
    /** More bars than this have less than three pixels each. */
    private static final int MOST_BARS = 128;

    private static final double BAR_WIDTH = 0.8;

    /**
     * The lateness of some ranks.
     *
     * @param ranks the global ranks, ascending
     * @param median the median over the calls, in nanoseconds; of several ranks the largest
     * @param late the 95th percentile of the rank with that median
     */
    record Lateness(List<Integer> ranks, long median, long late) {}

    private LatenessChart() {}

    /** Calls of one kind from one line. */
    private record Place(int signature, int site) {}

    /** Returns the chart; null where no ranks have times in common, or none is late. */
    static Chart of(Verdict verdict) {
        CallWindow window = CallWindow.of(verdict);
        List<Long> calls = window == null ? List.of() : widestPlace(window);
        if (calls.isEmpty()) {
            return null;
        }
        Set<Integer> named = MarkedRanks.of(verdict);
        List<Lateness> bars = bars(ranks(window, calls), named);
        long latest = bars.stream().mapToLong(Lateness::late).max().orElseThrow();
        return latest < Thresholds.SHORTEST_LATENESS ? null : chart(window, calls, bars, named);
    }

    /** Returns the sequence numbers of the calls at the place where the first and the last rank are furthest apart. */
    static List<Long> widestPlace(CallWindow window) {
        Map<Place, List<Long>> places = new LinkedHashMap<>();
        Map<Place, LongStream.Builder> spreads = new HashMap<>();
        CallSequence one = window.members().get(0).collectives();
        for (long sequence = window.first(); sequence <= window.last(); sequence++) {
            long earliest = Long.MAX_VALUE;
            long latest = Long.MIN_VALUE;
            for (Membership member : window.members()) {
                long time = CallWindow.enqueued(member, sequence);
                earliest = Math.min(earliest, time);
                latest = Math.max(latest, time);
            }
            if (earliest != Call.NO_TIME) {
                int index = (int) (sequence - one.firstSequence());
                Place place = new Place(one.signatureNumber(index), one.siteNumber(index));
                places.computeIfAbsent(place, its -> new ArrayList<>()).add(sequence);
                spreads.computeIfAbsent(place, its -> LongStream.builder()).add(latest - earliest);
            }
        }
        Map<Place, Long> usual = new HashMap<>();
        spreads.forEach((place, spread) ->
                usual.put(place, Percentiles.of(spread.build().toArray()).median()));
        return places.entrySet().stream()
                .filter(place -> place.getValue().size() >= Thresholds.FEWEST_STRAGGLER_STEPS)
                .max(Comparator.comparingLong(place -> usual.get(place.getKey())))
                .map(Map.Entry::getValue)
                .orElse(List.of());
    }

    /** Returns the lateness of each rank in some calls. */
    static List<Lateness> ranks(CallWindow window, List<Long> calls) {
        int members = window.members().size();
        long[][] late = new long[members][calls.size()];
        for (int call = 0; call < calls.size(); call++) {
            long earliest = Long.MAX_VALUE;
            for (int i = 0; i < members; i++) {
                late[i][call] = CallWindow.enqueued(window.members().get(i), calls.get(call));
                earliest = Math.min(earliest, late[i][call]);
            }
            for (long[] rank : late) {
                rank[call] -= earliest;
            }
        }
        List<Lateness> ranks = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            Percentiles own = Percentiles.of(late[i]);
            ranks.add(new Lateness(List.of(window.members().get(i).rank()), own.median(), own.at(95)));
        }
        return ranks;
    }

    /** Returns one bar a rank; of many ranks one for several in a row, as late as the latest of them. A named rank has its own. */
    static List<Lateness> bars(List<Lateness> ranks, Set<Integer> named) {
        int most = (ranks.size() + MOST_BARS - 1) / MOST_BARS;
        List<Lateness> bars = new ArrayList<>();
        List<Lateness> together = new ArrayList<>();
        for (Lateness rank : ranks) {
            boolean alone = named.contains(rank.ranks().get(0));
            if (alone || together.size() == most) {
                addBar(bars, together);
            }
            together.add(rank);
            if (alone) {
                addBar(bars, together);
            }
        }
        addBar(bars, together);
        return bars;
    }

    private static void addBar(List<Lateness> bars, List<Lateness> together) {
        if (together.isEmpty()) {
            return;
        }
        Lateness latest = together.stream()
                .max(Comparator.comparingLong(Lateness::median))
                .orElseThrow();
        bars.add(new Lateness(
                together.stream().flatMap(each -> each.ranks().stream()).toList(), latest.median, latest.late));
        together.clear();
    }

    private static Chart chart(CallWindow window, List<Long> calls, List<Lateness> bars, Set<Integer> named) {
        List<Point> others = new ArrayList<>();
        List<Point> culprits = new ArrayList<>();
        List<Point> ranges = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        long most = 0;
        for (int i = 0; i < bars.size(); i++) {
            Lateness bar = bars.get(i);
            (named.contains(bar.ranks.get(0)) ? culprits : others)
                    .add(new Point(i, BAR_WIDTH, 0, bar.median, bar.median));
            ranges.add(new Point(i, 0, bar.median, bar.late, bar.late));
            most = Math.max(most, bar.late);
            rows.add(List.of(RankText.numbers(bar.ranks), Times.duration(bar.median), Times.duration(bar.late)));
        }
        boolean single = bars.stream().allMatch(bar -> bar.ranks.size() == 1);
        List<Series> series = new ArrayList<>();
        String bar = single ? "median of a rank" : "median of the latest of several ranks";
        series.add(new Series(others.isEmpty() ? "" : bar, Mark.BAR, Tone.OTHERS, others));
        if (!culprits.isEmpty()) {
            List<Integer> ranks = bars.stream()
                    .map(each -> each.ranks.get(0))
                    .filter(named::contains)
                    .toList();
            series.add(new Series("median of " + RankText.describe(ranks), Mark.BAR, Tone.NAMED, culprits));
        }
        series.add(new Series("95th percentile", Mark.RANGE, Tone.INK, ranges));
        ChartPlot plot = new ChartPlot(
                Axis.of(Scale.WHOLE, -1, bars.size(), at -> rank(bars, at)),
                Axis.of(Scale.DECIMAL, 0, most * 1.05, value -> AxisText.duration((long) value)),
                series);
        StackFrame site = window.members()
                .get(0)
                .collectives()
                .call(index(window, calls.get(0)))
                .stack()
                .siteFrame();
        return new Chart(
                "Lateness by rank",
                "In half of the last " + NumberText.grouped(calls.size()) + " calls"
                        + (site == null ? "" : " at " + Printable.of(site.place())) + " on "
                        + Printable.of(window.communicator().name()) + ", " + sentence(bars, spread(window, calls)),
                plot,
                List.of(single ? "Rank" : "Ranks", "Median behind the first", "95th percentile"),
                rows);
    }

    private static int index(CallWindow window, long sequence) {
        return (int) (sequence - window.members().get(0).collectives().firstSequence());
    }

    /** Returns the median over the calls of the time between the first and the last rank, in nanoseconds. */
    static long spread(CallWindow window, List<Long> calls) {
        return Percentiles.of(calls.stream()
                        .mapToLong(call -> {
                            LongSummaryStatistics times = window.members().stream()
                                    .mapToLong(member -> CallWindow.enqueued(member, call))
                                    .summaryStatistics();
                            return times.getMax() - times.getMin();
                        })
                        .toArray())
                .median();
    }

    private static String sentence(List<Lateness> bars, long spread) {
        Lateness latest =
                bars.stream().max(Comparator.comparingLong(Lateness::median)).orElseThrow();
        long others = bars.stream()
                .filter(bar -> bar != latest)
                .mapToLong(Lateness::median)
                .max()
                .orElse(0);
        String first = Times.duration(latest.median);
        return latest.ranks.size() == 1 && latest.median > 2 * others
                ? RankText.describe(latest.ranks) + " comes " + first
                        + " or more after the first rank, the others up to " + Times.duration(others) + "."
                : "all ranks come within " + Times.duration(spread) + " of the first.";
    }

    private static String rank(List<Lateness> bars, double at) {
        int index = (int) Math.round(at);
        return index < 0 || index >= bars.size()
                ? ""
                : Integer.toString(bars.get(index).ranks.get(0));
    }
}
