package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.report.view.Times;

/** Labels of axes, which stand at round values. */
final class AxisText {
    private AxisText() {}

    /** Returns {@code 20 ms} or {@code 1.5 s}; {@code 0} for none. */
    static String duration(long nanos) {
        return nanos == 0 ? "0" : nanos < 0 ? "−" + duration(-nanos) : Times.duration(nanos);
    }
}
