package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Rank;
import java.io.IOException;
import java.util.TreeMap;

/** Copies of GPUs' memory as JSON. The host has no number, and what is not known is absent. */
final class JsonCopies {
    private JsonCopies() {}

    /** Writes what became of all copies of a job, as an array of the open object; nothing where none were recorded. */
    static void tallies(JsonGenerator json, Job job) throws IOException {
        if (job.ranks().stream().allMatch(rank -> rank.copies().isEmpty())) {
            return;
        }
        json.writeArrayFieldStart("copies");
        for (Rank rank : job.ranks()) {
            for (CopyTally copies : rank.copies()) {
                json.writeStartObject();
                json.writeNumberField("rank", rank.number());
                tally(json, copies);
            }
        }
        json.writeEndArray();
    }

    /** Writes what became of all copies of a process, likewise but without its rank. */
    static void tallies(JsonGenerator json, ProcessTrace process) throws IOException {
        if (process.copies().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("copies");
        for (CopyTally copies : process.copies()) {
            json.writeStartObject();
            tally(json, copies);
        }
        json.writeEndArray();
    }

    /** Writes a tally into the open object, and closes that. */
    private static void tally(JsonGenerator json, CopyTally copies) throws IOException {
        JsonCalls.number(json, "source", copies.source());
        JsonCalls.text(json, "sourceDevice", copies.sourceId());
        JsonCalls.number(json, "destination", copies.destination());
        JsonCalls.text(json, "destinationDevice", copies.destinationId());
        json.writeBooleanField("rerouted", copies.rerouted());
        json.writeObjectFieldStart("verdicts");
        for (var each : new TreeMap<>(copies.verdicts()).entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Writes a bad copy but for its stack, as the field {@code copy} of the open object. */
    static void bad(JsonGenerator json, BadCopy copy) throws IOException {
        json.writeObjectFieldStart("copy");
        JsonCalls.text(json, "function", copy.function());
        JsonCalls.number(json, "source", copy.source());
        JsonCalls.number(json, "destination", copy.destination());
        json.writeNumberField("bytes", copy.bytes());
        json.writeStringField("verdict", copy.verdict());
        json.writeNumberField("firstBad", copy.firstBad());
        JsonCalls.time(json, "enqueued", copy.time());
        json.writeEndObject();
    }
}
