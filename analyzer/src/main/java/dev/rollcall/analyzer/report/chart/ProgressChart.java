package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
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
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** How many collectives the ranks of one communicator had made at each time: the named ranks against the others. */
final class ProgressChart {
    /** Calls before the stop: in more of them the last ones could not be told apart. */
    private static final int CALLS = 32;

    private static final int MOST_LINES = 3;
    private static final double AFTER = 0.15;

    /**
     * When ranks made a call.
     *
     * @param sequence the call
     * @param first when the first rank made it, nanoseconds since the epoch; {@link Call#NO_TIME} where none did
     * @param last when the last rank made it; {@link Call#NO_TIME} where not all did
     */
    record Passage(long sequence, long first, long last) {}

    private ProgressChart() {}

    /** Returns the chart; null where no ranks have times in common. */
    static Chart of(Verdict verdict) {
        CallWindow window = CallWindow.of(verdict);
        if (window == null) {
            return null;
        }
        Set<Integer> marked = MarkedRanks.of(verdict);
        List<Membership> lines = window.members().stream()
                .filter(member -> marked.contains(member.rank()))
                .toList();
        List<Membership> others = window.members().stream()
                .filter(member -> !marked.contains(member.rank()))
                .toList();
        return others.isEmpty() ? null : chart(verdict, window, lines, others);
    }

    private static Chart chart(Verdict verdict, CallWindow window, List<Membership> lines, List<Membership> others) {
        long stop = last(window.members(), false);
        long firstCall = Math.max(window.first(), stop - CALLS);
        long lastCall = Math.min(last(window.members(), true), stop + CALLS);
        List<Passage> all = passages(window.members(), firstCall, lastCall);
        long begin = all.get(0).first;
        long origin = window.members().stream()
                .mapToLong(member -> CallWindow.enqueued(
                        member, Math.min(lastCall, member.collectives().lastSequence())))
                .max()
                .orElseThrow();
        if (begin == Call.NO_TIME || begin >= origin) {
            return null;
        }
        long end = end(verdict, origin, begin);
        List<Passage> band = passages(others, firstCall, lastCall);
        List<Point> ahead = steps(band, true, begin, end, origin);
        List<Point> behind = steps(band, false, begin, end, origin);
        List<Series> series = new ArrayList<>();
        series.add(new Series("", Mark.LINE, Tone.OTHERS, ahead));
        series.add(new Series("", Mark.LINE, Tone.OTHERS, behind));
        series.add(new Series(
                (lines.isEmpty() ? "all ranks" : "the others") + ", from the last to the first",
                Mark.AREA,
                Tone.OTHERS,
                between(behind, ahead)));
        if (lines.size() > MOST_LINES) {
            List<Passage> own = passages(lines, firstCall, lastCall);
            List<Point> first = steps(own, true, begin, end, origin);
            List<Point> last = steps(own, false, begin, end, origin);
            series.add(new Series("", Mark.LINE, Tone.NAMED, first));
            series.add(new Series("", Mark.LINE, Tone.NAMED, last));
            series.add(new Series(
                    describe(lines) + ", from the last to the first", Mark.AREA, Tone.NAMED, between(last, first)));
        }
        for (Membership line : alone(lines)) {
            List<Passage> own = passages(List.of(line), firstCall, lastCall);
            series.add(new Series(
                    RankText.describe(List.of(line.rank())),
                    Mark.LINE,
                    Tone.NAMED,
                    steps(own, true, begin, end, origin)));
        }
        ChartPlot plot = new ChartPlot(
                Axis.of(Scale.DECIMAL, begin - origin, end - origin, at -> AxisText.duration((long) at)),
                Axis.of(
                        Scale.WHOLE,
                        firstCall - 1.0,
                        lastCall + 1.0,
                        call -> "call " + NumberText.grouped((long) call)),
                series);
        return new Chart(
                "Progress over time",
                sentence(window, lines, others) + " Time 0 is the last call, at " + Times.moment(origin) + ".",
                plot,
                columns(lines),
                rows(band, lines, passages(lines, firstCall, lastCall), origin));
    }

    /** Returns the named ranks that have a line each: none where they are many. */
    private static List<Membership> alone(List<Membership> lines) {
        return lines.size() > MOST_LINES ? List.of() : lines;
    }

    private static String describe(List<Membership> members) {
        return RankText.describe(members.stream().map(Membership::rank).toList());
    }

    /** Returns the newest call of the rank that is ahead, or of the rank that is behind. */
    private static long last(List<Membership> members, boolean ahead) {
        LongStream calls =
                members.stream().mapToLong(member -> member.collectives().lastSequence());
        return (ahead ? calls.max() : calls.min()).orElseThrow();
    }

    /** Returns the end of the axis: a little after the last call, as far as the ranks were seen. */
    private static long end(Verdict verdict, long last, long begin) {
        long seen =
                verdict.job().ranks().stream().mapToLong(Rank::lastAlive).max().orElse(last);
        long little = Math.max(1, (long) ((last - begin) * AFTER));
        return Math.max(last + 1, Math.min(seen, last + little));
    }

    /** Returns when ranks made the calls between two sequence numbers. */
    static List<Passage> passages(List<Membership> members, long from, long to) {
        List<Passage> passages = new ArrayList<>();
        for (long sequence = from; sequence <= to; sequence++) {
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            boolean all = true;
            for (Membership member : members) {
                long time = CallWindow.enqueued(member, sequence);
                if (time == Call.NO_TIME) {
                    all = false;
                } else {
                    first = Math.min(first, time);
                    last = Math.max(last, time);
                }
            }
            passages.add(
                    new Passage(sequence, first == Long.MAX_VALUE ? Call.NO_TIME : first, all ? last : Call.NO_TIME));
        }
        return passages;
    }

    /** Returns how far the first rank, or the last one, was at each time, as the corners of a line. */
    private static List<Point> steps(List<Passage> calls, boolean first, long begin, long end, long origin) {
        List<Point> points = new ArrayList<>();
        long at = calls.get(0).sequence - 1;
        points.add(Point.of(begin - origin, at));
        for (Passage call : calls) {
            long time = first ? call.first : call.last;
            if (time != Call.NO_TIME && time <= end) {
                points.add(Point.of(time - origin, at));
                points.add(Point.of(time - origin, call.sequence));
                at = call.sequence;
            }
        }
        points.add(Point.of(end - origin, at));
        return points;
    }

    /** Returns the area between two lines of corners. */
    private static List<Point> between(List<Point> low, List<Point> high) {
        List<Point> points = new ArrayList<>();
        int lower = 0;
        int upper = 0;
        while (lower < low.size() || upper < high.size()) {
            boolean next = upper == high.size()
                    || lower < low.size()
                            && low.get(lower).x() <= high.get(upper).x();
            double x = next ? low.get(lower++).x() : high.get(upper++).x();
            double least = low.get(Math.max(0, lower - 1)).value();
            double most = high.get(Math.max(0, upper - 1)).value();
            points.add(new Point(x, 0, Math.min(least, most), most, most));
        }
        return points;
    }

    private static List<String> columns(List<Membership> lines) {
        List<String> columns = new ArrayList<>(List.of("Call"));
        alone(lines).forEach(line -> columns.add(RankText.title(List.of(line.rank()))));
        if (lines.size() > MOST_LINES) {
            columns.add("First of the named");
            columns.add("Last of the named");
        }
        columns.add(lines.isEmpty() ? "First rank" : "First of the others");
        columns.add(lines.isEmpty() ? "Last rank" : "Last of the others");
        return columns;
    }

    private static List<List<String>> rows(
            List<Passage> band, List<Membership> lines, List<Passage> named, long origin) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < band.size(); i++) {
            Passage call = band.get(i);
            List<String> row = new ArrayList<>(List.of(NumberText.grouped(call.sequence)));
            alone(lines).forEach(line -> row.add(time(CallWindow.enqueued(line, call.sequence), origin)));
            if (lines.size() > MOST_LINES) {
                row.add(time(named.get(i).first, origin));
                row.add(time(named.get(i).last, origin));
            }
            row.add(time(call.first, origin));
            row.add(time(call.last, origin));
            rows.add(row);
        }
        return rows;
    }

    private static String time(long time, long origin) {
        return time == Call.NO_TIME ? "not made" : AxisText.duration(time - origin);
    }

    private static String sentence(CallWindow window, List<Membership> lines, List<Membership> others) {
        String stops = lines.isEmpty()
                ? "All ranks have issued calls up to " + calls(others)
                : RankText.title(lines.stream().map(Membership::rank).toList())
                        + (lines.size() == 1 ? " has" : " have") + " issued calls up to " + calls(lines)
                        + ", the others up to " + calls(others) + ",";
        return stops + " on " + Printable.of(window.communicator().name()) + ".";
    }

    private static String calls(List<Membership> members) {
        long least = last(members, false);
        long most = last(members, true);
        return least == most ? NumberText.grouped(least) : NumberText.grouped(least) + "–" + NumberText.grouped(most);
    }
}
