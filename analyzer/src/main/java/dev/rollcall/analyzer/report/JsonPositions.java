package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.report.view.HostRanks;
import dev.rollcall.analyzer.report.view.RankPosition;
import dev.rollcall.analyzer.report.view.RollOfRanks;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;

/** Where the ranks of a job are, as JSON. Ranks alike share an entry, so that thousands of them stay small. */
final class JsonPositions {
    private JsonPositions() {}

    /** Writes the positions and the hosts as two arrays of the open object. */
    static void write(JsonGenerator json, Job job) throws IOException {
        json.writeArrayFieldStart("positions");
        for (RankPosition position : RollOfRanks.positions(job)) {
            position(json, position);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("hosts");
        for (HostRanks host : HostRanks.of(job.ranks())) {
            json.writeStartObject();
            json.writeStringField("host", host.host());
            JsonCalls.numbers(json, "ranks", host.ranks());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void position(JsonGenerator json, RankPosition position) throws IOException {
        json.writeStartObject();
        JsonCalls.numbers(json, "ranks", position.ranks());
        json.writeStringField("state", position.state().id());
        JsonCalls.communicator(json, position.communicator());
        if (position.sequence() > 0) {
            json.writeObjectFieldStart("call");
            json.writeNumberField("sequence", position.sequence());
            if (position.signature() != null) {
                JsonCalls.signature(json, position.signature());
            }
            json.writeEndObject();
        }
        if (position.site() != null) {
            json.writeFieldName("place");
            JsonCalls.frame(json, position.site());
        }
        JsonCalls.time(json, "waitingSince", position.since());
        if (position.waited() != Call.NO_TIME) {
            long millis = TimeUnit.NANOSECONDS.toMillis(position.waited());
            json.writeNumberField("waitedSeconds", BigDecimal.valueOf(millis, 3));
        }
        JsonCalls.text(json, "process", position.process());
        json.writeEndObject();
    }
}
