package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Retained;
import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.EventCursor;
import dev.rollcall.trace.TraceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tensors of real process groups that stay allocated after their calls, and others whose life is in order. */
class RetainedBuffersIT {
    private static final long BYTES = 4 << 18;

    @TempDir
    private Path folder;

    private List<BufferEvent> run(String way, int steps) throws Exception {
        try (Forked ranks = new Forked(folder)) {
            Forked.Result result = ranks.run(1, Retained.class, way, "" + steps).get(0);
            assertEquals(0, result.exitCode(), result.err());
            return events(Traces.open(ranks.trace(0)).trace());
        }
    }

    static List<BufferEvent> events(TraceReader trace) {
        List<BufferEvent> events = new ArrayList<>();
        for (EventCursor cursor = trace.copies().cursor(); cursor.next(); ) {
            if (cursor.event() instanceof BufferEvent buffer) {
                events.add(buffer);
            }
        }
        return events;
    }

    @Test
    void recordsTensorsThatOnlyWorksHold() throws Exception {
        List<BufferEvent> events = run("works", 5);
        BufferEvent last = events.get(events.size() - 1);
        assertEquals(BufferUse.INPUT, last.use());
        assertEquals(BufferHolderKind.WORK, last.holder());
        assertEquals(4, last.heldBuffers());
        assertEquals(4 * BYTES, last.heldBytes());
        assertEquals(BYTES, last.bytes());
        assertEquals(4, last.steps());
        assertTrue(last.call() >= 0 && last.address() != 0 && last.stack() != 0 && !last.settled(), last.toString());
    }

    @Test
    void recordsTensorsThatAreNotClosedAtEachDoubling() throws Exception {
        List<BufferEvent> events = run("tensors", 20);
        assertEquals(BufferHolderKind.TENSOR, events.get(0).holder());
        assertEquals(19, events.get(events.size() - 1).heldBuffers());
        assertTrue(events.size() <= 5, events.toString());
    }

    @Test
    void recordsThatACacheNoLongerGrows() throws Exception {
        List<BufferEvent> events = run("cache", 25);
        assertTrue(events.get(events.size() - 1).settled(), events.toString());
        assertTrue(events.size() <= 3, events.toString());
    }

    @Test
    void recordsWhenTensorsAreReleasedTogether() throws Exception {
        List<BufferEvent> events = run("batch", 30);
        assertTrue(events.get(0).heldBuffers() >= 3, events.toString());
        BufferEvent last = events.get(events.size() - 1);
        assertEquals(0, last.heldBuffers(), events.toString());
        assertTrue(!last.settled() && events.size() <= 3, events.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "gradient", "losses"})
    void recordsNothingOfTensorsWhoseLifeIsInOrder(String way) throws Exception {
        assertEquals(List.of(), run(way, 12));
    }
}
