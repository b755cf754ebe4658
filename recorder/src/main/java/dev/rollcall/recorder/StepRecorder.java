package dev.rollcall.recorder;

import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.StepEvent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records the steps that the application marks. A step is written just before its first call, so that steps without calls cannot
 * push calls out of the ring. Thread-safe if each thread uses its own {@link ThreadRecording}; takes no lock.
 */
public final class StepRecorder {
    private final EventWriter events;
    private final HeapWriter heap;
    private final AtomicLong begun = new AtomicLong();

    StepRecorder(EventWriter events, HeapWriter heap) {
        this.events = events;
        this.heap = heap;
    }

    /** Notes that a thread begins a step; again the same number goes on with the same step. */
    public void begin(ThreadRecording thread, long number) {
        if (thread.steps > 0 && thread.step == number) {
            return;
        }
        thread.step = number;
        thread.stepTime = System.nanoTime();
        thread.stepWritten = false;
        long count = ++thread.steps;
        if (count > begun.get()) {
            begun.accumulateAndGet(count, Math::max);
        }
    }

    /** Writes the step that the thread is in, once. */
    void write(ThreadRecording thread) {
        if (!thread.stepWritten) {
            thread.stepWritten = true;
            events.write(new StepEvent(thread.stepTime, thread.step, 0, thread.nameId(heap)));
        }
    }

    /** Returns how many steps the process has begun: those of the thread that has begun the most; 0 for an unmarked application. */
    long begun() {
        return begun.get();
    }
}
