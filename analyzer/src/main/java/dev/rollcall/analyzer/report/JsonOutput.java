package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.Writer;

/** Begins and ends the one object that a command prints as JSON. */
final class JsonOutput {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().build().setCharacterEscapes(new InvisibleEscapes());

    private JsonOutput() {}

    /** Opens the object and says which tool wrote it. */
    static JsonGenerator begin(Writer out) throws IOException {
        JsonGenerator json = open(out);
        tool(json);
        return json;
    }

    /** Says which tool wrote the open object. */
    static void tool(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("tool");
        json.writeStringField("name", "rollcall");
        json.writeStringField("version", Version.CURRENT);
        json.writeEndObject();
    }

    /** Opens the object. */
    static JsonGenerator open(Writer out) throws IOException {
        JsonGenerator json = FACTORY.createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withSeparators(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        json.setPrettyPrinter(printer);
        json.writeStartObject();
        return json;
    }

    /** Closes the object and the line; {@code out} stays open. */
    static void end(JsonGenerator json, Writer out) throws IOException {
        json.writeEndObject();
        json.close();
        out.write('\n');
        out.flush();
    }
}
