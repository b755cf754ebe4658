package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Rank;
import java.io.IOException;
import java.util.Locale;

/** Buffers that collectives keep allocated, as JSON. */
final class JsonBuffers {
    private JsonBuffers() {}

    /** Writes what all ranks hold, as an array of the open object; nothing where none holds any. */
    static void write(JsonGenerator json, Job job) throws IOException {
        if (job.ranks().stream().allMatch(rank -> rank.retained().buffers().isEmpty())) {
            return;
        }
        json.writeArrayFieldStart("heldBuffers");
        for (Rank rank : job.ranks()) {
            for (HeldBuffers held : rank.retained().buffers()) {
                held(json, rank.number(), held);
            }
        }
        json.writeEndArray();
    }

    /** Writes what a process holds, as an array of the open object; nothing where it holds nothing. */
    static void write(JsonGenerator json, ProcessTrace process) throws IOException {
        if (process.retained().buffers().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("heldBuffers");
        for (HeldBuffers held : process.retained().buffers()) {
            held(json, held.rank(), held);
        }
        json.writeEndArray();
    }

    private static void held(JsonGenerator json, int rank, HeldBuffers held) throws IOException {
        json.writeStartObject();
        JsonCalls.number(json, "rank", rank);
        JsonCalls.text(json, "operation", held.operation());
        json.writeStringField("use", held.use().name().toLowerCase(Locale.ROOT));
        json.writeStringField("holder", held.holder().name().toLowerCase(Locale.ROOT));
        json.writeBooleanField("settled", held.settled());
        json.writeArrayFieldStart("moments");
        for (Moment moment : held.moments()) {
            json.writeStartObject();
            JsonCalls.time(json, "time", moment.time());
            json.writeNumberField("buffers", moment.buffers());
            json.writeNumberField("bytes", moment.bytes());
            json.writeNumberField("steps", moment.steps());
            json.writeEndObject();
        }
        json.writeEndArray();
        JsonCalls.stack(json, "stack", held.stack());
        json.writeEndObject();
    }
}
