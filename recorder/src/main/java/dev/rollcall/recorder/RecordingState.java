package dev.rollcall.recorder;

import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Whether a recorder records, and how it handles its own failures, which must not reach the job. Thread-safe. */
public final class RecordingState {
    private static final int MAX_CAUSES = 8;
    private static final String TRUNCATED = "the trace file was truncated";

    private final TraceWriter trace;
    private final Consumer<String> printer;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile boolean recording = true;
    private volatile boolean lost;
    private volatile String exhausted;
    private volatile boolean warned;

    RecordingState(TraceWriter trace, Consumer<String> printer) {
        this.trace = trace;
        this.printer = printer;
        trace.truncationCheck().stamp(System.nanoTime() | 1L << Long.SIZE - 2);
    }

    /** Returns whether the recorder records. It stops for good at its first failure that is its own. */
    public boolean recording() {
        return recording;
    }

    /**
     * Makes the JVM throw here, and not in the application, the error that it owes this thread for an access to a file that was
     * truncated.
     *
     * @throws InternalError if the trace file was truncated
     */
    public void surfaceFaults() {
        trace.truncationCheck().surfaceFaults();
    }

    /** Checks the trace file, and returns whether it may be written to. */
    boolean writable() {
        if (!lost && !trace.truncationCheck().hasFullLength()) {
            lost = true;
            broken(new IOException(TRUNCATED));
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
        String reason = String.valueOf(failure);
        try {
            if (!trace.truncationCheck().hasFullLength()) {
                reason = TRUNCATED;
                lost = true;
            } else if (failure instanceof InternalError) {
                // A page of the file is not available, as when the file system has no room for a copy of it.
                lost = true;
            } else {
                trace.stopped(System.nanoTime(), reason);
            }
        } catch (Throwable e) {
            // The trace itself is broken.
            lost = true;
        } finally {
            recording = false;
        }
        try {
            printer.accept("recording stopped: " + reason + "; the job runs on");
        } catch (Throwable e) {
            // The warning is all that could be done.
        }
    }

    /**
     * Handles a failure: continues after an exhausted stack or Java heap, which is the application's doing and passes, and
     * stops recording after any other.
     *
     * @return whether recording continues, without what was being recorded
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

    /** Notes that something was not recorded. The thread that missed it may have had no stack left to say why. */
    void missed() {
        if (exhausted == null) {
            exhausted = "an exhausted stack";
        }
    }

    /** Returns the error of an exhausted stack or heap, which the JDK may wrap in one of its own; null for neither. */
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

    /** Warns once that something was missed; called from a thread that has the stack for it. */
    void warnOfMissed() {
        String what = exhausted;
        if (what != null && !warned && recording && writable()) {
            printer.accept("not everything is recorded, because of " + what
                    + "; the trace counts what was missed, and the" + " recording goes on");
            warned = true;
        }
    }
}
