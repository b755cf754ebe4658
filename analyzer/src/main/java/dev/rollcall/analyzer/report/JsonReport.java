package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.report.view.JobTitles;
import dev.rollcall.analyzer.report.view.SourceKinds;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Verdicts as JSON, for programs.
 *
 * <p>The form is docs/verdict.schema.json. Several jobs are one object with {@code jobs}, an array of objects like that of one
 * job. What is not known is absent. Times are ISO 8601 in UTC. Control characters and those that turn the reading direction are
 * escaped, so that the text may go to a terminal.
 */
public final class JsonReport {
    private static final int SCHEMA_VERSION = 1;

    private JsonReport() {}

    /**
     * Writes the verdicts and a line end.
     *
     * @param verdicts one a job, at least one
     * @param out stays open
     * @throws IOException if {@code out} fails
     */
    public static void write(List<Verdict> verdicts, Writer out) throws IOException {
        JsonGenerator json = JsonOutput.open(out);
        json.writeNumberField("schemaVersion", SCHEMA_VERSION);
        JsonOutput.tool(json);
        if (verdicts.size() == 1) {
            body(json, verdicts.get(0));
        } else {
            json.writeArrayFieldStart("jobs");
            for (Verdict verdict : verdicts) {
                json.writeStartObject();
                json.writeStringField("job", verdict.job().id());
                JsonCalls.text(json, "folder", JobTitles.folder(verdict.job()));
                body(json, verdict);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        JsonOutput.end(json, out);
    }

    /**
     * Returns the JSON Schema (draft 2020-12) of what {@link #write} writes.
     *
     * @throws IOException if the program's own file cannot be read
     */
    public static String schema() throws IOException {
        try (InputStream in = JsonReport.class.getResourceAsStream("verdict.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void body(JsonGenerator json, Verdict verdict) throws IOException {
        json.writeStringField("verdict", verdict.outcome().id());
        JsonCalls.numbers(json, "culprits", verdict.culprits());
        JsonCalls.numbers(json, "suspects", verdict.suspects());
        json.writeStringField("summary", verdict.summary());
        JsonCalls.text(json, "detail", verdict.detail());
        JsonCalls.time(json, "frozenAt", verdict.frozenAt());
        json.writeArrayFieldStart("findings");
        for (Finding finding : verdict.findings()) {
            finding(json, finding);
        }
        json.writeEndArray();
        JsonPositions.write(json, verdict.job());
        waits(json, verdict.waits());
        JsonCopies.tallies(json, verdict.job());
        JsonBuffers.write(json, verdict.job());
        JsonResults.write(json, verdict.job());
        coverage(json, verdict.job());
    }

    private static void waits(JsonGenerator json, WaitMap waits) throws IOException {
        if (waits.classes().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("waits");
        for (WaitClass each : waits.classes()) {
            json.writeStartObject();
            JsonCalls.numbers(json, "ranks", each.ranks());
            json.writeStringField("distance", each.distance().id());
            JsonCalls.numbers(json, "waitsFor", each.waitsFor());
            if (each.cycle() >= 0) {
                json.writeNumberField("cycle", each.cycle());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void finding(JsonGenerator json, Finding finding) throws IOException {
        json.writeStartObject();
        json.writeStringField("cause", finding.cause().id());
        json.writeStringField("severity", finding.severity().id());
        JsonCalls.numbers(json, "ranks", finding.ranks());
        JsonCalls.communicator(json, finding.communicator());
        if (finding.sequence() > 0
                && (finding.communicator() == null || finding.communicator().numbersCalls())) {
            json.writeNumberField("sequence", finding.sequence());
        }
        json.writeStringField("summary", finding.summary());
        JsonCalls.text(json, "detail", finding.detail());
        JsonCalls.text(json, "explanation", finding.explanation());
        JsonCalls.text(json, "remedy", finding.remedy());
        JsonCalls.text(json, "settles", finding.settles());
        if (finding.branch() != null) {
            json.writeObjectFieldStart("branch");
            json.writeStringField("file", finding.branch().file());
            json.writeNumberField("line", finding.branch().line());
            JsonCalls.text(json, "condition", finding.branch().condition());
            json.writeEndObject();
        }
        JsonCalls.evidence(json, finding.evidence());
        json.writeEndObject();
    }

    private static void coverage(JsonGenerator json, Job job) throws IOException {
        Coverage coverage = job.coverage();
        json.writeObjectFieldStart("coverage");
        JsonCalls.number(json, "expected", coverage.expected());
        if (coverage.lowerBound()) {
            json.writeBooleanField("lowerBound", true);
        }
        json.writeNumberField("read", coverage.read());
        Map<List<String>, List<Integer>> kinds = SourceKinds.of(job);
        if (!kinds.isEmpty()) {
            json.writeArrayFieldStart("sources");
            for (Map.Entry<List<String>, List<Integer>> group : kinds.entrySet()) {
                json.writeStartObject();
                JsonCalls.numbers(json, "ranks", group.getValue());
                json.writeArrayFieldStart("kinds");
                for (String kind : group.getKey()) {
                    json.writeString(kind);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("unreadable");
        for (Coverage.Unreadable file : coverage.unreadable()) {
            json.writeStartObject();
            json.writeStringField("file", file.file());
            json.writeStringField("reason", file.reason());
            json.writeStringField(
                    "kind", file.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("overwritten");
        for (Coverage.MissingCalls lost : coverage.missingCalls()) {
            json.writeStartObject();
            json.writeNumberField("rank", lost.rank());
            json.writeStringField("communicator", lost.communicator());
            json.writeNumberField("calls", lost.calls());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
