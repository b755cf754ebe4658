package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.DeviceOperation;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.view.Times;
import dev.rollcall.analyzer.verdict.Evidence;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Calls and copies with their stacks as JSON. What is not known is absent. */
final class JsonCalls {
    private JsonCalls() {}

    static void evidence(JsonGenerator json, List<Evidence> evidence) throws IOException {
        json.writeArrayFieldStart("evidence");
        for (Evidence piece : evidence) {
            json.writeStartObject();
            json.writeNumberField("rank", piece.rank());
            text(json, "note", piece.note());
            if (piece.call() != null) {
                json.writeObjectFieldStart("call");
                fields(json, piece.call());
                json.writeEndObject();
                if (piece.call().stack().wrapper().isPresent()) {
                    json.writeFieldName("site");
                    frame(json, piece.call().stack().siteFrame());
                }
                stack(json, "stack", piece.call().stack());
            }
            if (piece.copy() != null) {
                JsonCopies.bad(json, piece.copy());
                stack(json, "stack", piece.copy().stack());
            }
            if (piece.operation() != null) {
                operation(json, piece.operation());
                stack(json, "stack", piece.operation().stack());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes an operation of a device but for its stack, as the field {@code deviceOperation} of the open object. */
    static void operation(JsonGenerator json, DeviceOperation operation) throws IOException {
        json.writeObjectFieldStart("deviceOperation");
        text(json, "work", operation.work());
        text(json, "function", operation.function());
        number(json, "device", operation.device());
        number(json, "otherDevice", operation.otherDevice());
        time(json, "enqueued", operation.time());
        json.writeEndObject();
    }

    /** Writes what is known of a call but for its stack, into an object that is open. */
    static void fields(JsonGenerator json, Call call) throws IOException {
        json.writeNumberField("sequence", call.sequence());
        signature(json, call.signature());
        text(json, "function", call.function());
        json.writeStringField("state", call.state().name().toLowerCase(Locale.ROOT));
        time(json, "enqueued", call.enqueued());
        time(json, "started", call.started());
        time(json, "completed", call.completed());
        text(json, "thread", call.thread());
        text(json, "failure", call.failure());
    }

    /** Writes what a call asks for, into an object that is open. */
    static void signature(JsonGenerator json, Signature signature) throws IOException {
        json.writeStringField("operation", signature.operation());
        text(json, "type", signature.elementType());
        number(json, "count", signature.count());
        number(json, "outputCount", signature.outputCount());
        text(json, "reduction", signature.reduction());
        number(json, "root", signature.root());
        number(json, "peer", signature.peer());
    }

    /** Writes a communicator as a field of the open object; nothing for null. */
    static void communicator(JsonGenerator json, Communicator communicator) throws IOException {
        if (communicator != null) {
            json.writeObjectFieldStart("communicator");
            json.writeStringField("name", communicator.name());
            number(json, "size", communicator.size());
            json.writeEndObject();
        }
    }

    /** Writes an array of whole numbers. */
    static void numbers(JsonGenerator json, String name, List<Integer> numbers) throws IOException {
        json.writeFieldName(name);
        json.writeArray(numbers.stream().mapToInt(Integer::intValue).toArray(), 0, numbers.size());
    }

    /** Writes a stack, the innermost frame first. */
    static void stack(JsonGenerator json, String name, CallStack stack) throws IOException {
        json.writeArrayFieldStart(name);
        for (StackFrame frame : stack.frames()) {
            frame(json, frame);
        }
        json.writeEndArray();
    }

    /** Writes one frame as an object. */
    static void frame(JsonGenerator json, StackFrame frame) throws IOException {
        json.writeStartObject();
        json.writeStringField("method", frame.type().isEmpty() ? frame.method() : frame.type() + "." + frame.method());
        text(json, "file", frame.file());
        if (frame.line() > 0) {
            json.writeNumberField("line", frame.line());
        }
        json.writeEndObject();
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

    /** Writes a time as ISO 8601 in UTC unless it is unknown. */
    static void time(JsonGenerator json, String name, long epochNanos) throws IOException {
        if (epochNanos != Call.NO_TIME) {
            json.writeStringField(name, Times.instant(epochNanos).toString());
        }
    }
}
