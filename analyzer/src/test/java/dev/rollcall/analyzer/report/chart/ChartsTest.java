package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.report.ExampleJob;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {
    @Test
    void drawsEveryChartWhereThereAreFonts() {
        try {
            ChartDrawing.measuresText();
        } catch (LinkageError | InternalError | RuntimeException noFonts) {
            assumeTrue(false, "Java cannot draw on this host: " + noFonts);
        }
        ExampleJob example = new ExampleJob(4).steps(20);
        for (int rank = 1; rank < 4; rank++) {
            example.call(rank, ExampleJob.allReduce(8), "step", 22, CallState.STARTED);
        }

        List<ChartView> charts = Charts.of(new Diagnosis().of(example.build()));

        assertFalse(charts.isEmpty());
        charts.forEach(chart -> assertTrue(chart.svg().startsWith("<svg"), chart.title()));
    }
}
