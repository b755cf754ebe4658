package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrentReadTest {
    private static final int CALLS_PER_THREAD = 20_000;

    @TempDir
    Path folder;

    private void record(TraceWriter writer, VerifiableCalls calls, int thread) {
        CallEncoder encoder = new CallEncoder(writer.calls());
        int brief = 2 * thread;
        int lasting = brief + 1;
        for (int i = 0; i < CALLS_PER_THREAD / 100; i++) {
            long stuck = calls.communicator(lasting).nextCollective();
            long stuckAt = calls.publish(encoder, lasting, stuck);
            for (int j = 0; j < 99; j++) {
                long sequence = calls.communicator(brief).nextCollective();
                long position = calls.publish(encoder, brief, sequence);
                assertTrue(calls.start(brief, sequence, position));
                assertTrue(calls.end(brief, sequence, position));
            }
            assertTrue(calls.start(lasting, stuck, stuckAt));
            assertTrue(calls.end(lasting, stuck, stuckAt));
        }
    }

    private static int verifyAll(TraceReader reader) {
        int read = 0;
        long last = -1;
        for (EventCursor cursor = reader.calls().cursor(); cursor.next(); read++) {
            VerifiableCalls.verify(reader, (CallEvent) cursor.event());
            assertTrue(cursor.position() > last, "out of order");
            last = cursor.position();
        }
        for (CommunicatorEntry entry : reader.communicators()) {
            CallEvent carried = entry.collectives().carriedCall();
            if (carried != null) {
                VerifiableCalls.verify(reader, carried);
                assertTrue(carried.pending());
                read++;
            }
        }
        return read;
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 256, 4096})
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void returnsNoTornCallWhileEightThreadsWrite(int slots) throws Exception {
        Path file = folder.resolve("busy.trace");
        TraceGeometry geometry = new TraceGeometry(slots, 1 << 18, 2 * VerifiableCalls.THREADS);
        ExecutorService executor = Executors.newFixedThreadPool(VerifiableCalls.THREADS);
        try (TraceWriter writer = TraceWriter.create(file, geometry, TestTraces.IDENTITY)) {
            VerifiableCalls calls = new VerifiableCalls(writer);
            List<Future<?>> writers = new ArrayList<>();
            for (int thread = 0; thread < VerifiableCalls.THREADS; thread++) {
                int number = thread;
                writers.add(executor.submit(() -> record(writer, calls, number)));
            }
            TraceReader reader = TraceReader.open(file);
            long read = 0;
            while (!writers.stream().allMatch(Future::isDone)) {
                read += verifyAll(reader);
            }
            for (Future<?> done : writers) {
                done.get();
            }
            assertTrue(read > 0);
            assertEquals(slots, verifyAll(reader), "the ring is not full at the end");
            assertEquals(null, reader.losses().get(LossKind.PENDING_OVERWRITTEN));
            assertEquals(null, reader.losses().get(LossKind.UPDATES_DROPPED));
            verifyLanes(reader);
        } finally {
            executor.shutdownNow();
        }
    }

    private static void verifyLanes(TraceReader reader) {
        for (CommunicatorEntry entry : reader.communicators()) {
            LaneSummary lane = entry.collectives();
            assertEquals(-1, lane.oldestPending());
            assertEquals(
                    entry.index() % 2 == 1 ? CALLS_PER_THREAD / 100 * 99 : CALLS_PER_THREAD / 100, lane.lastEnqueued());
            assertEquals(lane.lastEnqueued(), lane.lastStarted());
        }
    }

    @Test
    void findsACallThatIsCarriedBetweenTwoReads() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            CommunicatorWriter world = writer.communicator(1);
            long stuck = TestTraces.call(writer, world);
            TraceReader reader = TestTraces.read(folder);
            assertEquals(1, reader.calls().events().size());
            for (int i = 0; i < TestTraces.SMALL.slots(); i++) {
                writer.events().write(new StepEvent(1, i, 0, 0));
            }
            assertEquals(
                    stuck, reader.communicators().get(0).collectives().carried().position());
        }
    }
}
