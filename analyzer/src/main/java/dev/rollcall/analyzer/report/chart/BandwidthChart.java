package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.chart.ChartPlot.Axis;
import dev.rollcall.analyzer.report.chart.ChartPlot.Mark;
import dev.rollcall.analyzer.report.chart.ChartPlot.Point;
import dev.rollcall.analyzer.report.chart.ChartPlot.Scale;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.report.chart.ChartPlot.Tone;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How fast copies between devices were, by host, device pair and route. */
final class BandwidthChart {
    /** The slowest are the ones to look at. */
    private static final int MOST_PAIRS = 16;

    private static final int LONGEST_HOST = 24;
    private static final double BAR_HEIGHT = 0.6;

    /**
     * The copies of one device pair and route on one host.
     *
     * @param host the host; empty where there is one alone
     * @param devices the devices and the route
     * @param bad whether any of the copies arrived wrong
     * @param speed their speed
     */
    record Pair(String host, String devices, boolean bad, CopyTally.Speed speed) {
        /** Returns the whole name, safe to print. */
        String name() {
            return (host.isEmpty() ? "" : Printable.of(host) + ": ") + devices;
        }

        /** Returns the name as there is room for. */
        private String label() {
            return (host.isEmpty() ? "" : Printable.shortened(host, LONGEST_HOST) + ": ") + devices;
        }
    }

    private record Route(String host, String devices) {}

    private BandwidthChart() {}

    /** Returns the chart; null where no copy has the time of its end. */
    static Chart of(Verdict verdict) {
        List<Pair> pairs = pairs(verdict.job().ranks());
        return pairs.isEmpty() ? null : chart(pairs);
    }

    /** Returns the pairs whose copies have times, those with bad copies first, then the slowest. */
    static List<Pair> pairs(List<Rank> ranks) {
        boolean oneHost = ranks.stream().map(Rank::host).distinct().count() < 2;
        Map<Route, CopyTally> routes =
                new TreeMap<>(Comparator.comparing(Route::host).thenComparing(Route::devices));
        for (Rank rank : ranks) {
            String host = oneHost ? "" : rank.host();
            for (CopyTally copies : rank.copies()) {
                if (copies.speed().copies() > 0) {
                    routes.merge(new Route(host, name(copies)), copies, CopyTally::plus);
                }
            }
        }
        return routes.entrySet().stream()
                .map(each -> new Pair(
                        each.getKey().host,
                        each.getKey().devices,
                        each.getValue().bad() > 0,
                        each.getValue().speed()))
                .sorted(Comparator.comparing((Pair pair) -> !pair.bad)
                        .thenComparingDouble(pair -> pair.speed().mean()))
                .toList();
    }

    private static String name(CopyTally copies) {
        return CopyTally.device(copies.source()) + " → " + CopyTally.device(copies.destination())
                + (copies.rerouted() ? " through the host" : "");
    }

    private static Chart chart(List<Pair> all) {
        List<Pair> pairs = all.subList(0, Math.min(MOST_PAIRS, all.size()));
        List<Point> good = new ArrayList<>();
        List<Point> bad = new ArrayList<>();
        List<Point> fastest = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        double most = 1;
        for (int i = 0; i < pairs.size(); i++) {
            CopyTally.Speed speed = pairs.get(i).speed;
            (pairs.get(i).bad ? bad : good).add(new Point(i, BAR_HEIGHT, 0, speed.mean(), speed.mean()));
            fastest.add(Point.of(i, speed.fastest()));
            most = Math.max(most, speed.fastest());
            rows.add(List.of(
                    pairs.get(i).name(),
                    NumberText.grouped(speed.copies()),
                    NumberText.bytes(speed.bytes()),
                    rate(speed.mean()),
                    rate(speed.fastest())));
        }
        List<Series> series = new ArrayList<>();
        if (!good.isEmpty()) {
            series.add(new Series("mean", Mark.BAR, Tone.OTHERS, good));
        }
        if (!bad.isEmpty()) {
            series.add(new Series("mean of a pair with bad copies", Mark.BAR, Tone.NAMED, bad));
        }
        series.add(new Series("fastest copy", Mark.DOT, Tone.INK, fastest));
        Pair slowest = all.stream()
                .min(Comparator.comparingDouble(pair -> pair.speed.mean()))
                .orElseThrow();
        String left = all.size() == pairs.size()
                ? ""
                : " Shown: " + pairs.size() + " of " + NumberText.grouped(all.size())
                        + " pairs, those with bad copies first, then the slowest.";
        return new Chart(
                "Bandwidth of copies by device pair",
                (all.size() > 1 ? "The slowest pair is " : "The only pair is ") + slowest.name() + " with "
                        + rate(slowest.speed.mean())
                        + ". A copy's time includes its wait in the stream and its check, so the links are faster."
                        + left,
                new ChartPlot(
                        Axis.named(pairs.stream().map(Pair::label).toList()),
                        Axis.of(Scale.BINARY, 0, most * 1.05, BandwidthChart::rate),
                        series),
                List.of("Device pair", "Copies", "Bytes", "Mean", "Fastest"),
                rows);
    }

    private static String rate(double bytes) {
        return bytes == 0 ? "0" : NumberText.bytes(Math.round(bytes)) + "/s";
    }
}
