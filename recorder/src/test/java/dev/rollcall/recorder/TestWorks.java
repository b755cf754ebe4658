package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Works of calls on one communicator, all with one key unless a test says otherwise. */
final class TestWorks implements AutoCloseable {
    static final long SECOND = 1_000_000_000L;
    static final long KEY = 64;

    final RecordedCommunicator world;
    final WorkTracker works;
    private final TestTrace trace;

    TestWorks(Path folder) throws IOException {
        trace = new TestTrace(folder, 4096);
        world = new RecordedCommunicator(
                trace.writer.communicator(0), "w", "world", CommunicatorSpec.of("w", "", 0, 2), 0);
        works = new WorkTracker(trace.writer.calls(), trace.writer.heap());
    }

    /** Begins a call, and returns its position. */
    long begin() {
        long sequence = world.entry().nextCollective();
        long position = trace.writer.calls().claim(EventTag.CALL);
        new CallEncoder(trace.writer.calls()).wrap(position).enqueued(0).collective(world.entry(), sequence);
        trace.writer.calls().publish(position);
        world.began(0, Operation.ALL_REDUCE, sequence);
        return position;
    }

    void follow(Completion completion, Object handle) throws Throwable {
        works.follow(begin(), world, KEY, completion, handle, 0);
    }

    void follow() throws Throwable {
        follow(null, null);
    }

    /** Returns the token of the work with the key. */
    long find() {
        return works.inFlight(KEY);
    }

    List<CallEvent> calls() throws IOException {
        return trace.calls();
    }

    CallEvent call() throws IOException {
        return calls().get(0);
    }

    /** Returns why the first call failed. */
    String text() throws IOException {
        return trace.read().string(call().text());
    }

    long oldestPending() throws IOException {
        return trace.communicators().get(0).collectives().oldestPending();
    }

    @Override
    public void close() throws IOException {
        trace.close();
    }
}
