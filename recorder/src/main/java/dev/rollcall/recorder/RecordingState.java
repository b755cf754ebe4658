package dev.rollcall.recorder;

import dev.rollcall.trace.TraceWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Whether a recorder records, and what becomes of its own failures, none of which may reach the job. Thread-safe. */
public final class RecordingState {
    private static final int MAX_CAUSES = 8;

    private final TraceWriter trace;
    private final Consumer<String> tell;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile boolean recording = true;
    private volatile String exhausted;
    private volatile boolean toldExhausted;

    RecordingState(TraceWriter trace, Consumer<String> tell) {
        this.trace = trace;
        this.tell = tell;
    }

    /** Returns whether the recorder records; it stops for good at the first failure of its own that it cannot lay to others. */
    public boolean recording() {
        return recording;
    }

    /**
     * Stops recording after a failure of the recorder's own, with one warning. The job runs on. The trace says so before any
     * call goes unrecorded. Never throws.
     */
    public void broken(Throwable failure) {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        try {
            trace.stopped(System.nanoTime(), failure.toString());
        } catch (Throwable e) {
            // The trace itself is what is broken.
        } finally {
            recording = false;
        }
        try {
            tell.accept("recording stopped: " + failure + "; the job runs on");
        } catch (Throwable e) {
            // There is nobody left to tell.
        }
    }

    /**
     * Goes on after a failure in which the thread's stack or the Java heap was exhausted, which is the application's doing and
     * passes. Stops after any other.
     *
     * @return whether recording goes on without what was being recorded
     */
    public boolean failed(Throwable failure) {
        Throwable cause = exhaustion(failure);
        if (cause == null) {
            broken(failure);
            return false;
        }
        exhausted = cause.getClass().getName();
        return true;
    }

    /** Returns what exhausted the stack or the heap; the JDK may hide it in an error of its own. Null for neither. */
    private static Throwable exhaustion(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < MAX_CAUSES && cause != null; depth++) {
            if (cause instanceof StackOverflowError || cause instanceof OutOfMemoryError) {
                return cause;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** Tells the user once that something was missed; from a thread that has the stack for it. */
    void tellExhausted() {
        String what = exhausted;
        if (what != null && !toldExhausted) {
            tell.accept("not everything is recorded, because of " + what + "; the trace counts what was missed, and the"
                    + " recording goes on");
            toldExhausted = true;
        }
    }
}
