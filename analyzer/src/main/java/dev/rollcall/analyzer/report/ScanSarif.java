package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodeCall;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What the scan of code found as SARIF 2.1.0 (OASIS, <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/">
 * specification</a>), which code hosts show beside the code.
 */
public final class ScanSarif {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private final JsonGenerator json;
    private final BiFunction<String, String, String> paths;

    private ScanSarif(JsonGenerator json, BiFunction<String, String, String> paths) {
        this.json = json;
        this.paths = paths;
    }

    /**
     * Writes the findings and a line end.
     *
     * @param paths gives the path of a source file, with slashes, by its class's name and its own
     * @param out stays open
     * @throws IOException if {@code out} fails
     */
    public static void write(List<CodeFinding> findings, BiFunction<String, String, String> paths, Writer out)
            throws IOException {
        JsonGenerator json = JsonOutput.open(out);
        new ScanSarif(json, paths).log(findings);
        JsonOutput.end(json, out);
    }

    private void log(List<CodeFinding> findings) throws IOException {
        json.writeStringField("$schema", SCHEMA);
        json.writeStringField("version", "2.1.0");
        json.writeArrayFieldStart("runs");
        json.writeStartObject();
        List<Cause> causes =
                findings.stream().map(CodeFinding::cause).distinct().sorted().toList();
        tool(causes);
        json.writeStringField("columnKind", "utf16CodeUnits");
        json.writeArrayFieldStart("results");
        for (CodeFinding each : findings) {
            result(each, causes.indexOf(each.cause()));
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private void tool(List<Cause> causes) throws IOException {
        json.writeObjectFieldStart("tool");
        json.writeObjectFieldStart("driver");
        json.writeStringField("name", "rollcall");
        json.writeStringField("version", Version.CURRENT);
        json.writeArrayFieldStart("rules");
        for (Cause cause : causes) {
            json.writeStartObject();
            json.writeStringField("id", cause.id());
            json.writeStringField("name", cause.id());
            message("shortDescription", "Ranks part here: " + cause.id().replace('-', ' '));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private void message(String name, String text) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("text", text);
        json.writeEndObject();
    }

    private void result(CodeFinding finding, int rule) throws IOException {
        json.writeStartObject();
        json.writeStringField("ruleId", finding.cause().id());
        json.writeNumberField("ruleIndex", rule);
        json.writeStringField("level", finding.level().id());
        String condition = finding.condition().isEmpty() ? "" : finding.condition() + ": ";
        message("message", condition + finding.summary());
        json.writeArrayFieldStart("locations");
        location(new CodePlace(finding.type(), "", finding.file(), finding.line()), -1, "");
        json.writeEndArray();
        json.writeArrayFieldStart("relatedLocations");
        // Ranks that make one call with other arguments make it at one place; the schema wants each once.
        List<CodeCall> calls = finding.calls().stream().distinct().toList();
        for (int i = 0; i < calls.size(); i++) {
            location(calls.get(i).stack().get(0), i, calls.get(i).operation());
        }
        json.writeEndArray();
        json.writeObjectFieldStart("partialFingerprints");
        json.writeStringField(
                "rollcall/v1", finding.type() + "/" + finding.cause().id() + "/" + finding.condition());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void location(CodePlace place, int id, String message) throws IOException {
        json.writeStartObject();
        if (id >= 0) {
            json.writeNumberField("id", id);
            message("message", message);
        }
        json.writeObjectFieldStart("physicalLocation");
        json.writeObjectFieldStart("artifactLocation");
        json.writeStringField("uri", uri(paths.apply(place.type(), place.file())));
        json.writeEndObject();
        if (place.line() > 0) {
            json.writeObjectFieldStart("region");
            json.writeNumberField("startLine", place.line());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static String uri(String path) {
        return path.replace("%", "%25").replace(" ", "%20").replace("#", "%23").replace("?", "%3F");
    }
}
