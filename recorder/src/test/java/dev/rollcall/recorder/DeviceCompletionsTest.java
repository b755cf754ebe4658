package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.recorder.StreamEvents.Progress;
import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.ResultEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls in streams whose events the tests themselves let pass. */
class DeviceCompletionsTest {
    private static final long STREAM = 64;
    private static final long OTHER_STREAM = 128;

    @TempDir
    private Path folder;

    private final CommunicatorRegistry registry = new CommunicatorRegistry(TestTrace.WORLD);
    private final TestEvents events = new TestEvents();
    private TestTrace trace;
    private DeviceCompletions completions;
    private RecordedCommunicator world;
    private RecordedCommunicator other;

    /** An event of a stream, and what a question for it gets. */
    private static final class TestEvent {
        final long stream;
        Progress progress = Progress.RUNNING;
        Exception failure;

        TestEvent(long stream) {
            this.stream = stream;
        }
    }

    private static final class TestEvents implements StreamEvents {
        final List<TestEvent> recorded = new ArrayList<>();
        final List<TestEvent> asked = new ArrayList<>();
        final List<TestEvent> released = new ArrayList<>();
        Runnable duringQuestion = () -> {};
        boolean none;
        long captured = -1;

        @Override
        public boolean capturing(long stream) {
            return stream == captured;
        }

        @Override
        public Object record(long stream, int device) throws Exception {
            if (none) {
                throw new Exception("no context");
            }
            TestEvent event = new TestEvent(stream);
            recorded.add(event);
            return event;
        }

        @Override
        public Progress progress(Object event) throws Exception {
            asked.add((TestEvent) event);
            duringQuestion.run();
            Exception failure = ((TestEvent) event).failure;
            if (failure != null) {
                throw failure;
            }
            return ((TestEvent) event).progress;
        }

        @Override
        public void release(Object event) {
            released.add((TestEvent) event);
        }
    }

    @BeforeEach
    void makeCommunicators() throws IOException {
        trace = new TestTrace(folder, 16_384);
        completions = new DeviceCompletions(trace.writer.calls(), trace.writer.heap(), registry);
        completions.use(events);
        world = communicator("world");
        other = communicator("other");
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private RecordedCommunicator communicator(String name) {
        RecordedCommunicator made = new RecordedCommunicator(
                trace.writer.communicator(0), name, name, CommunicatorSpec.of(name, "", 0, 2), 0);
        registry.add(made);
        return made;
    }

    private StreamCall begin(RecordedCommunicator communicator, long stream) {
        long sequence = communicator.entry().nextCollective();
        long position = trace.writer.calls().claim(EventTag.CALL);
        new CallEncoder(trace.writer.calls()).wrap(position).enqueued(0).collective(communicator.entry(), sequence);
        trace.writer.calls().publish(position);
        communicator.began(0, Operation.ALL_REDUCE, sequence);
        return new StreamCall(communicator, position, sequence, stream);
    }

    private TestEvent issue(RecordedCommunicator communicator, long stream) {
        completions.issued(begin(communicator, stream));
        return events.recorded.get(events.recorded.size() - 1);
    }

    private List<String> states() throws IOException {
        return trace.calls().stream().map(DeviceCompletionsTest::state).toList();
    }

    private static String state(CallEvent call) {
        return call.completed() ? "completed" : call.failed() ? "failed" : call.unknown() ? "unknown" : "pending";
    }

    @Test
    void completesTheCallsOfAStreamInOrderAndAsksForTheOldestAlone() throws IOException {
        TestEvent first = issue(world, STREAM);
        TestEvent second = issue(world, STREAM);
        completions.poll(1);
        assertEquals(List.of(first), events.asked);
        first.progress = Progress.DONE;
        completions.poll(2);
        assertEquals(List.of("completed", "pending"), states());
        assertEquals(List.of(first), events.released);
        assertTrue(world.busy());
        second.progress = Progress.DONE;
        completions.poll(3);
        assertEquals(List.of("completed", "completed"), states());
        assertEquals(3, trace.calls().get(1).ended());
        assertFalse(world.busy());
        assertFalse(completions.pending());
    }

    @Test
    void doesNotHoldUpAStreamBehindAnother() throws IOException {
        issue(world, STREAM);
        issue(world, OTHER_STREAM).progress = Progress.DONE;
        completions.poll(1);
        assertEquals(List.of("pending", "completed"), states());
    }

    @Test
    void recordsOneEventForTheCallsOfAGroupInOneStream() throws IOException {
        completions.issuedTogether(
                List.of(begin(world, STREAM), begin(world, OTHER_STREAM), begin(world, STREAM), begin(other, STREAM)));
        assertEquals(
                List.of(STREAM, OTHER_STREAM, STREAM),
                events.recorded.stream().map(event -> event.stream).toList());
        events.recorded.get(0).progress = Progress.DONE;
        completions.poll(1);
        assertEquals(List.of("completed", "pending", "completed", "pending"), states());
    }

    @Test
    void recordsNoEventInAStreamWhoseCaptureBeganInsideAGroup() throws IOException {
        events.captured = STREAM;
        completions.issuedTogether(List.of(begin(world, STREAM), begin(world, OTHER_STREAM)));
        assertEquals(List.of("unknown", "pending"), states());
        assertEquals(1, events.recorded.size());
    }

    @Test
    void tellsListenersWhatHasCompleted() {
        List<StreamCall> told = new ArrayList<>();
        completions.listen((call, nanos) -> told.add(call));
        StreamCall call = begin(world, STREAM);
        completions.issued(call);
        events.recorded.get(0).progress = Progress.DONE;
        completions.poll(1);
        assertEquals(List.of(call), told);
    }

    @Test
    void recordsACallAsUnknownThatHasNoEvent() throws IOException {
        events.none = true;
        completions.issued(begin(world, STREAM));
        assertEquals(List.of("unknown"), states());
        assertFalse(world.busy());
        assertFalse(completions.pending());
    }

    @Test
    void boundsTheEventsInFlight() throws IOException {
        for (int i = 0; i < DeviceCompletions.MAX_EVENTS; i++) {
            issue(world, STREAM).progress = Progress.DONE;
        }
        completions.issued(begin(world, STREAM));
        assertEquals(DeviceCompletions.MAX_EVENTS, events.recorded.size());
        assertEquals("unknown", state(trace.calls().get(DeviceCompletions.MAX_EVENTS)));
        completions.poll(1);
        issue(world, STREAM);
        assertEquals(DeviceCompletions.MAX_EVENTS + 1, events.recorded.size());
    }

    @Test
    void recordsTheErrorOfADevice() throws IOException {
        issue(world, STREAM).failure = new Exception("cuEventQuery: CUDA_ERROR_ILLEGAL_ADDRESS");
        completions.poll(1);
        assertEquals(List.of("failed"), states());
        assertEquals(
                "cuEventQuery: CUDA_ERROR_ILLEGAL_ADDRESS",
                trace.read().string(trace.calls().get(0).text()));
        assertEquals(List.of(), events.released);
    }

    @Test
    void knowsNothingOfACallWhoseContextHasEnded() throws IOException {
        issue(world, STREAM).progress = Progress.LOST;
        completions.poll(1);
        assertEquals(List.of("unknown"), states());
        assertEquals(List.of(), events.released);
    }

    @Test
    void touchesNoEventOfAnAbortedCommunicator() throws IOException {
        issue(world, STREAM).progress = Progress.DONE;
        TestEvent healthy = issue(other, STREAM);
        completions.aborted(world);
        completions.issued(begin(world, STREAM));
        completions.poll(1);
        assertEquals(List.of(healthy), events.asked);
        assertEquals(List.of(), events.released);
        assertEquals(2, events.recorded.size());
        assertEquals(List.of("pending", "pending", "unknown"), states());
    }

    @Test
    @Timeout(60)
    void doesNotWaitForAPollThatTheDriverBlocks() throws Exception {
        TestEvent stuck = issue(world, STREAM);
        issue(world, OTHER_STREAM);
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        events.duringQuestion = () -> {
            asking.countDown();
            try {
                aborted.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        stuck.progress = Progress.DONE;
        Thread poller = new Thread(() -> completions.poll(1));
        poller.start();
        asking.await();
        completions.aborted(world);
        aborted.countDown();
        poller.join();
        assertEquals(List.of(stuck), events.asked);
        assertEquals(List.of(), events.released);
        assertEquals(List.of("pending", "pending"), states());
        assertFalse(completions.pending());
    }

    @Test
    void failsThePendingCallsOfACommunicatorWithTheLibrarysError() throws IOException {
        issue(world, STREAM);
        issue(other, STREAM);
        completions.failed(world, "asynchronous error 6 (ncclRemoteError)");
        assertEquals(List.of("failed", "pending"), states());
        assertFalse(world.busy());
    }

    /** Sums that are the address of what they sum. */
    private final class TestSums implements StreamSums {
        final List<String> steps = new ArrayList<>();
        Exception failure;

        @Override
        public void prepare(long stream, int device) {}

        @Override
        public Object begin(long stream, int device, CallResult result) throws Exception {
            if (failure != null) {
                throw failure;
            }
            steps.add("sum " + result.address() + " before event " + events.recorded.size());
            return result.address();
        }

        @Override
        public long end(Object begun) {
            return (long) begun;
        }

        @Override
        public void abandon(Object begun) {
            steps.add("abandon " + begun);
        }
    }

    private final List<String> printed = new ArrayList<>();

    private TestSums sum() {
        TestSums sums = new TestSums();
        completions.use(new StreamResults(sums, new ResultRecorder(trace.writer.events()), printed::add));
        return sums;
    }

    private StreamCall begin(long address, boolean equal) {
        StreamCall call = begin(world, STREAM);
        CallResult result = new CallResult(address, 100, ElementType.F32, equal);
        return new StreamCall(call.communicator(), call.position(), call.sequence(), STREAM, result);
    }

    private List<ResultEvent> results() throws IOException {
        return trace.read().copies().events().stream()
                .map(each -> (ResultEvent) each.event())
                .toList();
    }

    @Test
    void sumsAResultBeforeTheEventAndRecordsTheSumAfterIt() throws IOException {
        TestSums sums = sum();
        completions.issued(begin(1000, true));
        completions.issued(begin(2000, false));
        assertEquals(List.of("sum 1000 before event 0"), sums.steps);
        completions.poll(1);
        assertEquals(List.of(), results());
        events.recorded.forEach(event -> event.progress = Progress.DONE);
        completions.poll(2);
        ResultEvent result = results().get(0);
        assertEquals(1, results().size());
        assertEquals(
                List.of(1000L, 1L, 100L, 0L), List.of(result.sum(), result.sequence(), result.bytes(), result.call()));
    }

    @Test
    void recordsNoSumOfACallThatFailedOrWasAborted() throws IOException {
        sum();
        completions.issued(begin(1000, true));
        events.recorded.get(0).failure = new Exception("700");
        completions.poll(1);
        completions.issued(begin(2000, true));
        completions.aborted(world);
        completions.issued(begin(3000, true));
        events.recorded.forEach(event -> event.progress = Progress.DONE);
        completions.poll(2);
        assertEquals(List.of(), results());
    }

    @Test
    void givesUpTheSumsThatNobodyWillRead() throws IOException {
        TestSums sums = sum();
        completions.issued(begin(1000, true));
        completions.aborted(world);
        world = communicator("second");
        completions.issued(begin(2000, true));
        completions.failed(world, "asynchronous error 6 (ncclRemoteError)");
        completions.issued(begin(3000, true));
        events.recorded.get(2).failure = new Exception("700");
        completions.issued(begin(4000, true));
        events.recorded.get(3).progress = Progress.LOST;
        completions.poll(1);
        completions.poll(2);
        events.none = true;
        completions.issued(begin(5000, true));
        assertEquals(
                List.of("abandon 1000", "abandon 2000", "abandon 3000", "abandon 4000", "abandon 5000"),
                sums.steps.stream().filter(step -> step.startsWith("abandon")).toList());
        assertEquals(List.of(), results());
    }

    @Test
    void sumsNothingWhereNoEventWillShowThatTheSumIsDone() throws IOException {
        for (int i = 0; i < DeviceCompletions.MAX_EVENTS; i++) {
            issue(other, OTHER_STREAM);
        }
        TestSums sums = sum();
        completions.issued(begin(1000, true));
        assertEquals(List.of(), sums.steps);
        events.recorded.get(0).progress = Progress.DONE;
        completions.poll(1);
        completions.issued(begin(2000, true));
        assertEquals(1, sums.steps.size());
    }

    @Test
    void doesNotSumWhatTwoCallsOfAGroupWrite() throws IOException {
        TestSums sums = sum();
        completions.issuedTogether(List.of(begin(1000, true), begin(1099, false), begin(1199, true)));
        assertEquals(List.of("sum 1199 before event 0"), sums.steps);
    }

    @Test
    void warnsOnceWhereResultsCannotBeSummedAndGoesOn() throws IOException {
        TestSums sums = sum();
        sums.failure = new Exception("no kernel");
        TestEvent first = issueSummed();
        issueSummed();
        assertEquals(1, printed.size(), printed.toString());
        first.progress = Progress.DONE;
        completions.poll(1);
        assertEquals(List.of("completed", "pending"), states());
    }

    private TestEvent issueSummed() {
        completions.issued(begin(1000, true));
        return events.recorded.get(events.recorded.size() - 1);
    }
}
