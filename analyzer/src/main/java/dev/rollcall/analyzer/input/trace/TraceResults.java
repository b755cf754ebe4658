package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.SummedResults;
import dev.rollcall.trace.EventCursor;
import dev.rollcall.trace.ResultEvent;
import dev.rollcall.trace.TraceReader;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Reads the sums of results in one trace. */
final class TraceResults {
    private TraceResults() {}

    /** Returns the sums by the number of the communicator. */
    static Map<Integer, SummedResults> of(TraceReader trace) {
        if (trace.copies().claimed() == 0) {
            return Map.of();
        }
        Map<Integer, TreeMap<Long, ResultEvent>> events = new HashMap<>();
        for (EventCursor cursor = trace.copies().cursor(); cursor.next(); ) {
            if (cursor.event() instanceof ResultEvent result) {
                events.computeIfAbsent(result.communicator(), first -> new TreeMap<>())
                        .put(result.sequence(), result);
            }
        }
        Map<Integer, SummedResults> results = new HashMap<>();
        events.forEach((communicator, sums) -> results.put(communicator, results(sums)));
        return results;
    }

    private static SummedResults results(TreeMap<Long, ResultEvent> events) {
        return new SummedResults(
                events.keySet().stream().mapToLong(Long::longValue).toArray(),
                events.values().stream().mapToLong(ResultEvent::sum).toArray(),
                events.values().stream().mapToLong(ResultEvent::bytes).toArray(),
                events.values().stream().map(event -> event.type().label()).toArray(String[]::new));
    }
}
