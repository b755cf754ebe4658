package dev.rollcall.recorder;

import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Records how the process ends, and threads that die of an exception. Does not change how they end. Thread-safe. */
public final class EndRecorder {
    private static final int MAX_EXCEPTIONS = 64;

    private final EventWriter events;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final RecordingState state;
    private final long mainThread;
    private final AtomicInteger exceptions = new AtomicInteger();
    private final AtomicBoolean recorded = new AtomicBoolean();
    private volatile boolean mainFailed;

    EndRecorder(EventWriter events, HeapWriter heap, StackRecorder stacks, RecordingState state, long mainThread) {
        this.mainThread = mainThread;
        this.events = events;
        this.heap = heap;
        this.stacks = stacks;
        this.state = state;
    }

    /** Records that the current thread ends the process, with its stack. Only the first end of a process is recorded. */
    public void exiting(EndKind kind, int exitCode) {
        if (state.writable() && recorded.compareAndSet(false, true)) {
            int stack = stacks.current(stacks.newKey(), null);
            end(kind, exitCode, true, null, stack);
        }
    }

    /** Records that the last non-daemon thread has ended, unless another end is recorded. */
    public void lastThreadEnded() {
        if (state.writable() && recorded.compareAndSet(false, true)) {
            end(EndKind.NORMAL, mainFailed ? 1 : 0, true, null, 0);
        }
    }

    /** Records that the current thread dies of an exception; of the first 64 of a process. */
    public void uncaught(Throwable exception) {
        if (Thread.currentThread().getId() == mainThread) {
            mainFailed = true;
        }
        if (state.writable() && exceptions.incrementAndGet() <= MAX_EXCEPTIONS) {
            end(EndKind.UNCAUGHT_EXCEPTION, 0, false, exception, stacks.of(exception.getStackTrace()));
        }
    }

    /** Returns an exception's message. Its code may be the application's, and must not fail here. */
    private static String message(Throwable exception) {
        try {
            return exception.getMessage();
        } catch (Throwable e) {
            return "";
        }
    }

    private void end(EndKind kind, int exitCode, boolean hasExitCode, Throwable exception, int stack) {
        events.write(new EndEvent(
                System.nanoTime(),
                kind,
                hasExitCode,
                exitCode,
                exception == null ? 0 : heap.string(exception.getClass().getName()),
                exception == null ? 0 : heap.text(message(exception)),
                heap.string(Thread.currentThread().getName()),
                stack));
        state.surfaceFaults();
    }
}
