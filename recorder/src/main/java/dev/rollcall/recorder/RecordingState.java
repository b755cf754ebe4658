package dev.rollcall.recorder;

import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Whether a recorder records, and what becomes of its own failures, none of which may reach the job. Thread-safe. */
public final class RecordingState {
    private static final int MAX_CAUSES = 8;
    private static final String CUT_OFF = "somebody has cut off the trace's file";

    private final TraceWriter trace;
    private final Consumer<String> tell;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile boolean recording = true;
    private volatile boolean lost;
    private volatile String exhausted;
    private volatile boolean toldExhausted;

    RecordingState(TraceWriter trace, Consumer<String> tell) {
        this.trace = trace;
        this.tell = tell;
        trace.file().stamp(System.nanoTime() | 1L << Long.SIZE - 2);
    }

    /** Returns whether the recorder records; it stops for good at the first failure of its own that it cannot lay to others. */
    public boolean recording() {
        return recording;
    }

    /**
     * Lets the current thread have what the JVM owes it for touching a file that somebody has cut off, here where it hits
     * nothing but the recorder.
     *
     * @throws InternalError if somebody has
     */
    public void surfaceFaults() {
        trace.file().surfaceFaults();
    }

    /** Looks after the trace's file, and returns whether it can be written to; where it cannot, nobody may try. */
    boolean writable() {
        if (!lost && !trace.file().whole()) {
            lost = true;
            broken(new IOException(CUT_OFF));
        }
        return !lost;
    }

    /**
     * Stops recording after a failure of the recorder's own, with one warning. The job runs on. The trace says so before any
     * call goes unrecorded. Never throws.
     */
    public void broken(Throwable failure) {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        String why = String.valueOf(failure);
        try {
            if (!trace.file().whole()) {
                why = CUT_OFF;
                lost = true;
            } else if (failure instanceof InternalError) {
                // A page of the file cannot be had, as when a file system has no room for a copy of it.
                lost = true;
            } else {
                trace.stopped(System.nanoTime(), why);
            }
        } catch (Throwable e) {
            // The trace itself is what is broken.
            lost = true;
        } finally {
            recording = false;
        }
        try {
            tell.accept("recording stopped: " + why + "; the job runs on");
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

    /** Learns that something was not recorded; nobody may have had the stack to say why. */
    void missed() {
        if (exhausted == null) {
            exhausted = "an exhausted stack";
        }
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
        if (what != null && !toldExhausted && recording && writable()) {
            tell.accept("not everything is recorded, because of " + what + "; the trace counts what was missed, and the"
                    + " recording goes on");
            toldExhausted = true;
        }
    }
}
