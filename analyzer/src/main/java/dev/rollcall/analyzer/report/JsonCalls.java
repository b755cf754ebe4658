package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.view.Times;
import dev.rollcall.analyzer.verdict.Evidence;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** A finding's evidence as JSON: the calls and their stacks. What is not known is absent. */
final class JsonCalls {
    private JsonCalls() {}

    static void evidence(JsonGenerator json, List<Evidence> evidence) throws IOException {
        json.writeArrayFieldStart("evidence");
        for (Evidence piece : evidence) {
            json.writeStartObject();
            json.writeNumberField("rank", piece.rank());
            text(json, "note", piece.note());
            if (piece.call() != null) {
                json.writeFieldName("call");
                call(json, piece.call());
                stack(json, piece.call().stack());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void call(JsonGenerator json, Call call) throws IOException {
        Signature signature = call.signature();
        json.writeStartObject();
        json.writeNumberField("sequence", call.sequence());
        json.writeStringField("operation", signature.operation());
        text(json, "type", signature.elementType());
        number(json, "count", signature.count());
        number(json, "outputCount", signature.outputCount());
        text(json, "reduction", signature.reduction());
        number(json, "root", signature.root());
        number(json, "peer", signature.peer());
        text(json, "function", call.function());
        json.writeStringField("state", call.state().name().toLowerCase(Locale.ROOT));
        time(json, "enqueued", call.enqueued());
        time(json, "started", call.started());
        time(json, "completed", call.completed());
        text(json, "thread", call.thread());
        text(json, "failure", call.failure());
        json.writeEndObject();
    }

    private static void stack(JsonGenerator json, CallStack stack) throws IOException {
        json.writeArrayFieldStart("stack");
        for (Frame frame : stack.frames()) {
            json.writeStartObject();
            json.writeStringField(
                    "method", frame.type().isEmpty() ? frame.method() : frame.type() + "." + frame.method());
            text(json, "file", frame.file());
            if (frame.line() > 0) {
                json.writeNumberField("line", frame.line());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes a text unless it is null or empty. */
    static void text(JsonGenerator json, String name, String text) throws IOException {
        if (text != null && !text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    /** Writes a number unless it is negative, which stands for unknown. */
    static void number(JsonGenerator json, String name, long number) throws IOException {
        if (number >= 0) {
            json.writeNumberField(name, number);
        }
    }

    private static void time(JsonGenerator json, String name, long epochNanos) throws IOException {
        if (epochNanos != Call.NO_TIME) {
            json.writeStringField(name, Times.instant(epochNanos).toString());
        }
    }
}
