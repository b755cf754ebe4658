package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodeCall;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.analyzer.verdict.ScanResult;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the scan of code found as JSON; docs/rank-conditional.md describes every field. */
public final class ScanJson {
    private ScanJson() {}

    /**
     * Writes the findings, what was left out, and a line end.
     *
     * @param executed tells whether a job whose traces were given made a finding's calls
     * @param out stays open
     * @throws IOException if {@code out} fails
     */
    public static void write(ScanResult result, Predicate<CodeFinding> executed, Writer out) throws IOException {
        JsonGenerator json = JsonOutput.begin(out);
        json.writeArrayFieldStart("findings");
        for (CodeFinding each : result.findings()) {
            json.writeStartObject();
            json.writeStringField("severity", each.level().id());
            json.writeStringField("cause", each.cause().id());
            json.writeStringField("file", each.file());
            if (each.line() > 0) {
                json.writeNumberField("line", each.line());
            }
            text(json, "class", each.type());
            text(json, "condition", each.condition());
            text(json, "ranks", each.ranks().stream().map(String::valueOf).collect(Collectors.joining(", ")));
            if (each.world() > 0) {
                json.writeNumberField("world", each.world());
            }
            if (executed.test(each)) {
                json.writeBooleanField("executed", true);
            }
            json.writeStringField("summary", each.summary());
            json.writeStringField("why", each.why());
            json.writeStringField("fingerprint", each.fingerprint());
            json.writeArrayFieldStart("calls");
            for (CodeCall call : each.calls()) {
                call(json, call);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        coverage(json, result);
        JsonOutput.end(json, out);
    }

    private static void coverage(JsonGenerator json, ScanResult result) throws IOException {
        json.writeObjectFieldStart("coverage");
        json.writeNumberField("classes", result.classes());
        json.writeNumberField("pythonFiles", result.pythonFiles());
        json.writeArrayFieldStart("libraries");
        for (String each : result.libraries()) {
            json.writeString(each);
        }
        json.writeEndArray();
        reasons(json, "unread", "file", result.unread());
        reasons(json, "notAnalyzed", "function", result.skipped());
        json.writeEndObject();
    }

    private static void reasons(JsonGenerator json, String field, String of, Map<String, String> reasons)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (Map.Entry<String, String> each : reasons.entrySet()) {
            json.writeStartObject();
            json.writeStringField(of, each.getKey());
            json.writeStringField("reason", each.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void text(JsonGenerator json, String name, String text) throws IOException {
        if (!text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    private static void call(JsonGenerator json, CodeCall call) throws IOException {
        json.writeStartObject();
        json.writeStringField("operation", call.operation());
        json.writeArrayFieldStart("stack");
        for (CodePlace place : call.stack()) {
            json.writeStartObject();
            json.writeStringField(
                    "method", place.type().isEmpty() ? place.method() : place.type() + "." + place.method());
            json.writeStringField("file", place.file());
            if (place.line() > 0) {
                json.writeNumberField("line", place.line());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
