package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.ResultComparison;
import dev.rollcall.analyzer.model.ResultComparison.DifferingResult;
import dev.rollcall.analyzer.report.view.ComparedResults;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Compared results of calls as JSON. */
final class JsonResults {
    /** A library that gives each rank other bits would fill the report. */
    private static final int MOST_DIFFERING = 100;

    private JsonResults() {}

    /** Writes the comparisons of a job, as an array of the open object; nothing where no results were summed. */
    static void write(JsonGenerator json, Job job) throws IOException {
        List<ResultComparison> comparisons = ComparedResults.comparisons(job);
        if (comparisons.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("results");
        for (ResultComparison comparison : comparisons) {
            json.writeStartObject();
            JsonCalls.communicator(json, comparison.communicator());
            json.writeNumberField("compared", comparison.compared().size());
            json.writeNumberField("differing", comparison.differing().size());
            json.writeArrayFieldStart("calls");
            for (DifferingResult each : comparison
                    .differing()
                    .subList(0, Math.min(MOST_DIFFERING, comparison.differing().size()))) {
                call(json, each);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void call(JsonGenerator json, DifferingResult result) throws IOException {
        json.writeStartObject();
        json.writeNumberField("sequence", result.sequence());
        json.writeObjectFieldStart("sums");
        for (Map.Entry<Integer, Long> each : result.sums().entrySet()) {
            json.writeStringField(each.getKey().toString(), String.format("%016x", each.getValue()));
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
