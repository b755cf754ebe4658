package dev.rollcall.analyzer.input.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.trace.TraceReader;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceMembershipsTest {
    private static final int CALLS = 40;
    private static final int MOST_COLLECTIONS = 100;

    @TempDir
    private Path folder;

    private WeakReference<TraceMemberships> reading;

    /** With thousands of ranks, what only the reading of each needs would fill the heap. */
    @Test
    void givesCallsThatDoNotHoldWhatOnlyTheirReadingNeeds() throws Exception {
        CallSequence calls = read().get(0).collectives();
        for (int i = 0; i < MOST_COLLECTIONS && reading.get() != null; i++) {
            System.gc();
        }
        assertNull(reading.get());
        assertEquals(CALLS, calls.size());
    }

    private List<MembershipEvidence> read() throws Exception {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 2, 64)) {
            rank.steps(rank.join("store-1", "world", 0, 2), CALLS);
            file = rank.file();
        }
        try (TraceReader trace = TraceReader.open(file)) {
            SharedTraceValues shared = new SharedTraceValues();
            TraceTranslator translator = new TraceTranslator(trace, shared);
            TraceMemberships memberships = new TraceMemberships(
                    trace, translator, new InternTable<Signature>(), Job.newStacks(), position -> null, shared);
            reading = new WeakReference<>(memberships);
            new TraceEvents(trace, translator, memberships);
            return memberships.memberships(Map.of());
        }
    }
}
