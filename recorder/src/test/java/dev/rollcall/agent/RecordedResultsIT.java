package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Results;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.ResultEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sums of results of real ranks over Gloo. */
class RecordedResultsIT {
    private static final int WORLD = 3;

    @TempDir
    private Path folder;

    private List<Traces> traces(String option, String scenario) throws Exception {
        try (Forked ranks = new Forked(folder).options(option)) {
            for (Forked.Result result : ranks.run(WORLD, Results.class, scenario)) {
                assertEquals(0, result.exitCode(), result.err());
                assertEquals("", result.foreignErr());
            }
            List<Traces> traces = new ArrayList<>();
            for (int rank = 0; rank < WORLD; rank++) {
                traces.add(Traces.open(ranks.trace(rank)));
            }
            return traces;
        }
    }

    /** Returns the sums of a rank by the sequence numbers of its calls. */
    static Map<Long, ResultEvent> sums(Traces trace) {
        Map<Long, ResultEvent> sums = new TreeMap<>();
        for (RecordedEvent each : trace.trace().copies().events()) {
            if (each.event() instanceof ResultEvent sum) {
                sums.put(sum.sequence(), sum);
                CallEvent call = (CallEvent) trace.trace().calls().event(sum.call());
                assertEquals(call.sequence(), sum.sequence());
                assertEquals(call.communicator(), sum.communicator());
                assertEquals(call.type(), sum.type());
            }
        }
        return sums;
    }

    @Test
    void sumsEqualResultsEqually() throws Exception {
        List<Traces> traces = traces("results=checksum", "healthy");
        Map<Long, ResultEvent> first = sums(traces.get(0));
        long expected = traces.get(0).calls().stream()
                .filter(call -> call.operation().sameResultOnAllRanks() && call.countIn() > 0)
                .count();
        // The application learnt the end of one from a future.
        assertEquals(expected - 1, first.size());
        for (Traces trace : traces) {
            Map<Long, ResultEvent> others = sums(trace);
            assertEquals(first.keySet(), others.keySet());
            others.forEach((sequence, sum) -> {
                ResultEvent same = first.get(sequence);
                assertEquals(same.sum(), sum.sum(), () -> described(trace, sum));
                assertEquals(same.bytes(), sum.bytes(), () -> described(trace, sum));
            });
        }
        assertEquals(
                first.size(),
                first.values().stream().map(ResultEvent::sum).distinct().count());
    }

    private static String described(Traces trace, ResultEvent sum) {
        return trace.describe((CallEvent) trace.trace().calls().event(sum.call()));
    }

    @Test
    void showsTheRankWhoseResultChangedBeforeItsWait() throws Exception {
        List<Traces> traces = traces("results=checksum", "corrupt");
        Map<Long, ResultEvent> first = sums(traces.get(0));
        Map<Long, ResultEvent> second = sums(traces.get(1));
        Map<Long, ResultEvent> corrupt = sums(traces.get(2));
        first.forEach((sequence, sum) -> {
            assertEquals(sum.sum(), second.get(sequence).sum());
            if (sequence == 2) {
                assertNotEquals(sum.sum(), corrupt.get(sequence).sum());
            } else {
                assertEquals(sum.sum(), corrupt.get(sequence).sum());
            }
        });
    }

    @Test
    void sumsNothingUnlessAsked() throws Exception {
        for (Traces trace : traces("", "healthy")) {
            assertTrue(sums(trace).isEmpty());
        }
    }
}
