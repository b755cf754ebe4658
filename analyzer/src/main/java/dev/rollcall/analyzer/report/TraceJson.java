package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.DeviceOperation;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.SourceFile;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.SummedResults;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.view.CallHistory;
import dev.rollcall.analyzer.report.view.LaneFacts;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One file of evidence as JSON: {@code tool}, {@code file}, {@code kind} and {@code processes}. What is not known is absent;
 * times are ISO 8601 in UTC. docs/show.md tells every field.
 */
public final class TraceJson {
    private final JsonGenerator json;
    private final Selection selection;

    private TraceJson(JsonGenerator json, Selection selection) {
        this.json = json;
        this.selection = selection;
    }

    /**
     * Writes a file and a line end.
     *
     * @param out stays open
     * @throws IOException if {@code out} fails
     */
    public static void write(SourceFile file, Selection selection, Writer out) throws IOException {
        JsonGenerator json = JsonOutput.begin(out);
        json.writeStringField("file", file.name());
        json.writeStringField("kind", file.kind());
        json.writeArrayFieldStart("processes");
        for (ProcessTrace process : file.processes()) {
            new TraceJson(json, selection).process(process);
        }
        json.writeEndArray();
        JsonOutput.end(json, out);
    }

    private void process(ProcessTrace process) throws IOException {
        json.writeStartObject();
        JsonCalls.text(json, "job", process.job());
        json.writeFieldName("ranks");
        json.writeArray(
                process.ranks().stream().mapToInt(Integer::intValue).toArray(),
                0,
                process.ranks().size());
        JsonCalls.number(json, "world", process.world());
        JsonCalls.text(json, "host", process.host());
        JsonCalls.number(json, "pid", process.pid());
        JsonCalls.time(json, "started", process.started());
        JsonCalls.time(json, "lastAlive", process.lastAlive());
        ending(process.ending());
        recorder(process.recorder());
        texts("missing", process.losses());
        json.writeArrayFieldStart("threads");
        for (ThreadSnapshot seen : process.threads()) {
            json.writeStartObject();
            json.writeStringField("thread", seen.thread());
            JsonCalls.text(json, "state", seen.state());
            JsonCalls.time(json, "seen", seen.time());
            JsonCalls.text(json, "lock", seen.lock());
            JsonCalls.text(json, "lockOwner", seen.owner());
            JsonCalls.stack(json, "stack", seen.stack());
            json.writeEndObject();
        }
        json.writeEndArray();
        JsonCopies.tallies(json, process);
        devices(process.devices());
        JsonBuffers.write(json, process);
        List<Communicator> communicators = selection.communicators(process);
        json.writeArrayFieldStart("communicators");
        for (LaneFacts lane : LaneFacts.of(communicators)) {
            communicator(lane);
        }
        json.writeEndArray();
        calls(new CallHistory(communicators));
        json.writeEndObject();
    }

    private void devices(DeviceRecord devices) throws IOException {
        if (!devices.shows()) {
            return;
        }
        json.writeArrayFieldStart("misplaced");
        for (MisplacedArgument found : devices.misplaced()) {
            json.writeStartObject();
            operation(found.operation());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("deviceErrors");
        for (DeviceFault fault : devices.faults()) {
            json.writeStartObject();
            json.writeNumberField("code", fault.code());
            JsonCalls.text(json, "name", fault.name());
            JsonCalls.number(json, "device", fault.noticed().device());
            JsonCalls.time(json, "noticed", fault.noticed().time());
            json.writeNumberField("operations", fault.count());
            if (fault.last() != null) {
                json.writeObjectFieldStart("completed");
                operation(fault.last());
                json.writeEndObject();
            }
            json.writeArrayFieldStart("pending");
            for (DeviceOperation each : fault.operations()) {
                json.writeStartObject();
                operation(each);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void operation(DeviceOperation operation) throws IOException {
        JsonCalls.operation(json, operation);
        JsonCalls.stack(json, "stack", operation.stack());
    }

    private void ending(Ending ending) throws IOException {
        if (ending == null) {
            return;
        }
        json.writeObjectFieldStart("ending");
        json.writeStringField("kind", name(ending.kind()));
        if (ending.exitCode() >= 0) {
            json.writeNumberField("exitCode", ending.exitCode());
        }
        boolean signal = !ending.signal().isEmpty();
        JsonCalls.text(json, signal ? "signal" : ending.isUnobserved() ? "reason" : "exception", ending.reason());
        JsonCalls.text(json, "thread", ending.thread());
        JsonCalls.time(json, "time", ending.time());
        if (!ending.stack().frames().isEmpty()) {
            JsonCalls.stack(json, "stack", ending.stack());
        }
        json.writeEndObject();
    }

    private void recorder(RecorderInfo recorder) throws IOException {
        json.writeObjectFieldStart("recorder");
        JsonCalls.text(json, "version", recorder.version());
        JsonCalls.text(json, "commandLine", recorder.commandLine());
        JsonCalls.number(json, "recordedMethods", recorder.instrumented());
        texts("unrecordedMethods", recorder.notInstrumented());
        json.writeObjectFieldStart("lost");
        for (Map.Entry<String, Long> lost : recorder.lost().entrySet()) {
            json.writeNumberField(lost.getKey(), lost.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void communicator(LaneFacts lane) throws IOException {
        Communicator communicator = lane.communicator();
        json.writeStartObject();
        json.writeStringField("name", communicator.name());
        json.writeStringField("identity", communicator.identity());
        json.writeStringField("calls", lane.pointToPoint() ? "point-to-point" : "collective");
        JsonCalls.number(json, "rank", lane.member().rank());
        JsonCalls.number(json, "size", communicator.size());
        json.writeStringField("phase", name(lane.member().phase()));
        JsonCalls.time(json, "born", lane.member().join().begun());
        JsonCalls.text(json, "failure", lane.member().join().failure());
        json.writeNumberField("made", lane.made());
        json.writeNumberField("overwritten", lane.overwritten());
        json.writeNumberField("lastCompleted", lane.lastCompleted());
        if (lane.oldestPending() != null) {
            json.writeNumberField("oldestPending", lane.oldestPending().sequence());
        }
        if (selection.stacks()) {
            JsonCalls.stack(json, "stack", lane.member().join().site());
        }
        json.writeEndObject();
    }

    private void calls(CallHistory history) throws IOException {
        List<CallHistory.Entry> shown = history.last(selection.last());
        json.writeNumberField("notShown", history.size() - shown.size());
        json.writeArrayFieldStart("calls");
        for (CallHistory.Entry entry : shown) {
            json.writeStartObject();
            json.writeStringField("communicator", entry.communicator().name());
            JsonCalls.number(json, "rank", entry.member().rank());
            JsonCalls.fields(json, entry.call());
            if (entry.step() != CallSteps.NONE) {
                json.writeNumberField("step", entry.step());
            }
            SummedResults results = entry.member().results();
            int result =
                    entry.pointToPoint() ? -1 : results.indexOf(entry.call().sequence());
            if (result >= 0) {
                json.writeStringField("result", String.format("%016x", results.sum(result)));
            }
            StackFrame site = entry.call().stack().siteFrame();
            if (site != null) {
                json.writeFieldName("site");
                JsonCalls.frame(json, site);
            }
            if (selection.stacks()) {
                JsonCalls.stack(json, "stack", entry.call().stack());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void texts(String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
