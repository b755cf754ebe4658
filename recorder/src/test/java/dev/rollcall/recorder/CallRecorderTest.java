package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallRecorderTest {
    private static final CalledMethod ALL_REDUCE = new CalledMethod(1, "lib.Group", "allreduce");

    @TempDir
    private Path folder;

    private final Handles handles = new Handles();
    private TestTrace trace;
    private Recorder recorder;
    private ThreadRecording thread;
    private CommunicatorsByKey library;
    private RecordedCommunicator world;

    /** Works that finish when the test says so. */
    private static final class Handles implements Completion {
        private final Map<Object, String> finished = new HashMap<>();
        private final List<Object> released = new ArrayList<>();

        @Override
        public boolean finished(Object handle) {
            return finished.containsKey(handle);
        }

        @Override
        public String failure(Object handle) {
            String failure = finished.get(handle);
            return failure.isEmpty() ? null : failure;
        }

        @Override
        public void release(Object handle) {
            assertFalse(released.contains(handle), "released twice");
            released.add(handle);
        }
    }

    @BeforeEach
    void makeRecorder() throws IOException {
        trace = new TestTrace(folder, 4096);
        recorder = new Recorder(
                trace.writer,
                Thread.currentThread().getId(),
                trace.slots,
                TestTrace.RANK,
                TestTrace.WORLD,
                8,
                Duration.ofSeconds(1),
                type -> Optional.empty(),
                UnaryOperator.identity(),
                line -> {});
        thread = recorder.calls().newThread();
        library = recorder.communicators().of("lib");
        world = join("store", "", 2, 4, 100);
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private RecordedCommunicator join(String place, String label, int rank, int size, long key) {
        RecordedCommunicator joining = recorder.communicators()
                .joining(thread, library, ALL_REDUCE, CommunicatorSpec.of(place, label, rank, size), 0);
        recorder.communicators().joined(thread, library, joining, key, 0);
        return joining;
    }

    private long begin() {
        return begin(world);
    }

    private long begin(RecordedCommunicator communicator) {
        thread.call.operation = Operation.ALL_REDUCE;
        thread.call.type = ElementType.F32;
        thread.call.reduction = Reduction.SUM;
        thread.call.countIn = 8;
        return recorder.calls().begin(thread, ALL_REDUCE, communicator);
    }

    @Test
    void completesACallWhenItsWorkWasWaitedFor() throws Throwable {
        recorder.calls().enqueued(thread, begin(), 7, handles, null);
        long token = recorder.works().waiting(7);
        assertTrue(trace.calls().get(0).pending());
        recorder.works().waited(token, null);
        assertTrue(trace.calls().get(0).completed());
        assertFalse(world.busy());
    }

    @Test
    void completesACallWhenItsHandleShowsCompletion() throws Throwable {
        recorder.calls().enqueued(thread, begin(), 7, handles, "handle");
        recorder.settle();
        assertTrue(trace.calls().get(0).pending());
        handles.finished.put("handle", "");
        recorder.settle();
        assertTrue(trace.calls().get(0).completed());
        assertEquals(List.of("handle"), handles.released);
        recorder.works().waited(recorder.works().waiting(7), null);
        assertEquals(List.of("handle"), handles.released);
    }

    @Test
    void recordsWhyAPolledWorkFailed() throws Throwable {
        recorder.calls().enqueued(thread, begin(), 7, handles, "handle");
        handles.finished.put("handle", "Connection closed by peer");
        recorder.settle();
        TraceReader reader = trace.read();
        assertTrue(trace.calls().get(0).failed());
        assertEquals(
                "Connection closed by peer", reader.string(trace.calls().get(0).text()));
    }

    @Test
    void releasesTheHandleWhenTheApplicationWaited() throws Throwable {
        recorder.calls().enqueued(thread, begin(), 7, handles, "handle");
        recorder.works().waited(recorder.works().waiting(7), null);
        assertEquals(List.of("handle"), handles.released);
        handles.finished.put("handle", "too late");
        recorder.settle();
        assertTrue(trace.calls().get(0).completed());
    }

    @Test
    void dropsAWorkWhoseAddressIsReused() throws Throwable {
        recorder.calls().enqueued(thread, begin(), 7, handles, null);
        recorder.calls().enqueued(thread, begin(), 7, handles, null);
        recorder.works().waited(recorder.works().waiting(7), null);
        assertTrue(trace.calls().get(0).unknown());
        assertTrue(trace.calls().get(1).completed());
        assertFalse(world.busy());
    }

    @Test
    void holdsABoundedNumberOfHandles() throws Throwable {
        int works = 10_000;
        for (int i = 1; i <= works; i++) {
            recorder.calls().enqueued(thread, begin(), i * 64L, handles, i);
        }
        assertTrue(works - handles.released.size() <= 2048, () -> handles.released.size() + " released");
        for (int i = 1; i <= works; i++) {
            handles.finished.put(i, "");
        }
        recorder.settle();
        assertEquals(works, handles.released.size());
        assertFalse(world.busy());
    }

    @Test
    void pollsNoWorksWhileTheApplicationWaitsForAll() throws Throwable {
        assertTrue(world.watched());
        for (int i = 0; i < 16; i++) {
            recorder.calls().enqueued(thread, begin(), 7, handles, null);
            recorder.works().waited(recorder.works().waiting(7), null);
        }
        assertFalse(world.watched());
        recorder.calls().enqueued(thread, begin(), 7, handles, null);
        recorder.calls().enqueued(thread, begin(), 8, handles, null);
        assertTrue(world.watched());
    }

    @Test
    void pollsWorksOfTheCommunicatorWhoseWorkWasPassedOver() throws Throwable {
        RecordedCommunicator other = join("store", "dp", 0, 2, 200);
        for (RecordedCommunicator each : List.of(world, other)) {
            for (int i = 0; i < 16; i++) {
                recorder.calls().enqueued(thread, begin(each), 7, handles, null);
                recorder.works().waited(recorder.works().waiting(7), null);
            }
        }
        recorder.calls().enqueued(thread, begin(), 7, handles, null);
        recorder.calls().enqueued(thread, begin(other), 8, handles, null);
        assertTrue(world.watched());
        assertFalse(other.watched());
    }

    @Test
    void countsSequenceNumbersOnEachCommunicator() throws Exception {
        RecordedCommunicator other = join("store", "dp", 0, 2, 200);
        begin();
        recorder.calls().begin(thread, ALL_REDUCE, other);
        begin();
        assertEquals(
                List.of(1L, 1L, 2L),
                trace.calls().stream().map(CallEvent::sequence).toList());
    }
}
