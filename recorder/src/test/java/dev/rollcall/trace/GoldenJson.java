package dev.rollcall.trace;

import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes everything that a reader returns as the JSON that docs/decode_trace.py prints. */
final class GoldenJson {
    private static final Set<String> STRINGS = Set.of(
            "thread", "function", "text", "identity", "name", "exception", "lock", "lockOwner", "creationThread");
    private static final Set<String> STACKS = Set.of("stack", "creationStack");
    private static final Set<String> LISTS = Set.of("inputList", "outputList");
    private static final Set<String> SIGNED = Set.of(
            "enqueued",
            "started",
            "ended",
            "time",
            "number",
            "call",
            "lastGood",
            "firstBad",
            "oldestPending",
            "creationTime",
            "creationEnded",
            "left",
            "nanoTime",
            "wallMillis",
            "startTimeMillis",
            "position",
            "rootOrPeer",
            "messageTag",
            "size",
            "rank",
            "world",
            "globalRank",
            "device",
            "expectedDevice",
            "otherDevice",
            "splitColour",
            "splitKey",
            "code",
            "exitCode",
            "line",
            "sourceDevice",
            "destinationDevice");

    private final TraceReader reader;

    private GoldenJson(TraceReader reader) {
        this.reader = reader;
    }

    static String of(TraceReader reader) {
        return JsonText.of(new GoldenJson(reader).trace()) + "\n";
    }

    private Map<String, Object> trace() {
        Map<String, Object> trace = new LinkedHashMap<>();
        trace.put("format_version", reader.formatVersion());
        trace.put("truncated", reader.truncated());
        trace.put("closed", reader.closed());
        RecordingStopped stopped = reader.stopped();
        trace.put("stopped", stopped == null ? null : fields(stopped));
        trace.put("slots", reader.slots());
        trace.put("identity", fields(reader.identity()));
        trace.put("start_clock", fields(reader.startClock()));
        ClockPair heartbeat = reader.lastHeartbeat();
        trace.put("last_heartbeat", heartbeat == null ? null : fields(heartbeat));
        Map<String, Object> losses = new LinkedHashMap<>();
        reader.losses().forEach((kind, count) -> losses.put(kind.label(), count));
        trace.put("losses", losses);
        trace.put("devices", reader.devices());
        trace.put(
                "communicators",
                reader.communicators().stream().map(this::communicator).toList());
        trace.put(
                "instrumented", reader.instrumented().stream().map(this::fields).toList());
        trace.put("calls", reader.calls().events().stream().map(this::event).toList());
        trace.put("copies", reader.copies().events().stream().map(this::event).toList());
        return trace;
    }

    private Map<String, Object> communicator(CommunicatorEntry entry) {
        Map<String, Object> fields = fields(entry);
        fields.put(
                "newest_lists",
                reader.newestLists(entry.index()).stream().map(this::fields).toList());
        return fields;
    }

    private Map<String, Object> event(RecordedEvent recorded) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("position", recorded.position());
        event.put("event", recorded.event().tag().label());
        event.putAll(fields((Record) recorded.event()));
        event.remove("end");
        return event;
    }

    private Map<String, Object> fields(Record values) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : values.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                Object value = component.getAccessor().invoke(values);
                fields.put(snakeCase(component.getName()), value(component.getName(), value));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return fields;
    }

    private Object value(String name, Object value) {
        if (value instanceof Integer id && STRINGS.contains(name)) {
            return reader.string(id);
        } else if (value instanceof Integer id && STACKS.contains(name)) {
            return reader.stack(id).stream().map(this::fields).toList();
        } else if (value instanceof Integer id && LISTS.contains(name)) {
            return list(reader.list(id));
        } else if (value instanceof Integer number && !SIGNED.contains(name)) {
            return Integer.toUnsignedLong(number);
        } else if (value instanceof Long number && !SIGNED.contains(name)) {
            return new BigInteger(Long.toUnsignedString(number));
        } else if (value instanceof long[] numbers) {
            return list(numbers);
        } else if (value instanceof Enum<?> constant) {
            return label(constant);
        } else if (value instanceof RecordedEvent recorded) {
            return event(recorded);
        } else if (value instanceof Record values) {
            return fields(values);
        }
        return value;
    }

    private static List<Long> list(long[] numbers) {
        List<Long> list = new ArrayList<>();
        for (long number : numbers) {
            list.add(number);
        }
        return list;
    }

    private static String label(Enum<?> constant) {
        try {
            return (String) constant.getDeclaringClass().getMethod("label").invoke(constant);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
