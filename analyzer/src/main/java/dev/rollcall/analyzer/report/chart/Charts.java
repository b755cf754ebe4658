package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Makes the charts of a verdict, each only where the sources of the job hold its numbers. Stateless and thread-safe. */
public final class Charts {
    private static final int LONGEST_NAME = 80;

    private Charts() {}

    /** Returns the charts of a verdict. Where the host cannot draw, they have no drawing. */
    public static List<ChartView> of(Verdict verdict) {
        List<Chart> charts = Stream.of(
                        LatenessChart.of(verdict),
                        ProgressChart.of(verdict),
                        DurationChart.of(verdict),
                        HeldBytesChart.of(verdict),
                        BandwidthChart.of(verdict))
                .filter(Objects::nonNull)
                .toList();
        List<ChartView> views = new ArrayList<>();
        boolean drawn = !charts.isEmpty() && canDraw();
        charts.forEach(chart -> views.add(view(chart, drawn ? ChartDrawing.draw(chart.plot(), chart.title()) : "")));
        return views;
    }

    /** Returns whether the runtime and the host have what it takes to draw texts, such as fonts. The tables say the same. */
    private static boolean canDraw() {
        try {
            return ChartDrawing.measuresText();
        } catch (LinkageError | InternalError | RuntimeException missing) {
            // JDK 17 throws an error where there are no fonts, JDK 25 an exception.
            return false;
        }
    }

    private static ChartView view(Chart chart, String svg) {
        return new ChartView(
                chart.title(),
                chart.sentence(),
                svg,
                chart.plot().series().stream()
                        .filter(series -> !series.name().isEmpty())
                        .map(series -> new ChartView.LegendEntry(
                                series.tone().id(),
                                series.mark().id(),
                                Printable.shortened(series.name(), LONGEST_NAME)))
                        .toList(),
                chart.columns(),
                chart.rows());
    }
}
