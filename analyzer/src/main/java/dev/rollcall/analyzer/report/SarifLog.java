package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.verdict.Cause;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes SARIF 2.1.0 (OASIS, <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/">specification</a>), which code hosts
 * show beside the code.
 */
final class SarifLog {
    private static final Pattern LINK_MARKUP = Pattern.compile("[\\[\\]\\\\]");

    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private final JsonGenerator json;

    private SarifLog(JsonGenerator json) {
        this.json = json;
    }

    /** Writes a log and a line end; {@code out} stays open. */
    static void write(List<SarifRun> runs, Writer out) throws IOException {
        JsonGenerator json = JsonOutput.open(out);
        json.writeStringField("$schema", SCHEMA);
        json.writeStringField("version", "2.1.0");
        json.writeArrayFieldStart("runs");
        for (SarifRun run : runs) {
            new SarifLog(json).run(run);
        }
        json.writeEndArray();
        JsonOutput.end(json, out);
    }

    private void run(SarifRun run) throws IOException {
        List<Cause> causes = run.results().stream()
                .map(SarifResult::cause)
                .distinct()
                .sorted()
                .toList();
        json.writeStartObject();
        tool(causes);
        if (!run.category().isEmpty()) {
            json.writeObjectFieldStart("automationDetails");
            json.writeStringField("id", run.category());
            json.writeEndObject();
        }
        if (!run.told().text().isEmpty()) {
            told(run.told());
        }
        json.writeStringField("columnKind", "utf16CodeUnits");
        json.writeArrayFieldStart("results");
        for (SarifResult each : run.results()) {
            result(each, causes.indexOf(each.cause()));
        }
        json.writeEndArray();
        json.writeEndObject();
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
            message("shortDescription", SarifRules.description(cause));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private void told(SarifRun.Told told) throws IOException {
        json.writeArrayFieldStart("invocations");
        json.writeStartObject();
        json.writeBooleanField("executionSuccessful", true);
        json.writeArrayFieldStart("toolExecutionNotifications");
        json.writeStartObject();
        json.writeStringField("level", told.level());
        message("message", told.text());
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    /** In a plain text, too, brackets can be a link (SARIF 2.1.0, 3.11.6), which no text of a job may make. */
    private void message(String name, String text) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("text", LINK_MARKUP.matcher(text).replaceAll("\\\\$0"));
        json.writeEndObject();
    }

    private void result(SarifResult result, int rule) throws IOException {
        json.writeStartObject();
        json.writeStringField("ruleId", result.cause().id());
        json.writeNumberField("ruleIndex", rule);
        json.writeStringField("level", result.level());
        message("message", result.message());
        json.writeArrayFieldStart("locations");
        if (result.place() != null) {
            location(result.place(), -1);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("relatedLocations");
        for (int i = 0; i < result.related().size(); i++) {
            location(result.related().get(i), i);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("partialFingerprints");
        json.writeStringField("rollcall/v1", result.fingerprint());
        json.writeEndObject();
        if (!result.ranks().isEmpty()) {
            json.writeObjectFieldStart("properties");
            json.writeFieldName("ranks");
            int[] ranks = result.ranks().stream().mapToInt(Integer::intValue).toArray();
            json.writeArray(ranks, 0, ranks.length);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void location(SarifPlace place, int id) throws IOException {
        json.writeStartObject();
        if (id >= 0) {
            json.writeNumberField("id", id);
            message("message", place.message());
        }
        json.writeObjectFieldStart("physicalLocation");
        json.writeObjectFieldStart("artifactLocation");
        json.writeStringField("uri", uri(place.path()));
        json.writeEndObject();
        if (place.line() > 0) {
            json.writeObjectFieldStart("region");
            json.writeNumberField("startLine", place.line());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Returns a path as a relative reference, in which a colon before the first slash would be a scheme's. */
    private static String uri(String path) {
        int slash = path.indexOf('/');
        int colon = path.indexOf(':');
        String safe = colon >= 0 && (slash < 0 || colon < slash) ? "./" + path : path;
        try {
            return new URI(null, null, safe.replace('\\', '/').replaceFirst("^//+", "/"), null).toASCIIString();
        } catch (URISyntaxException notAPath) {
            throw new IllegalArgumentException(notAPath);
        }
    }
}
