package dev.rollcall.recorder;

import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.ResultEvent;

/** Records the sums of results. Thread-safe without a lock. */
public final class ResultRecorder {
    private final EventWriter events;

    ResultRecorder(EventWriter events) {
        this.events = events;
    }

    /** Records the sum of what a call wrote. */
    public void record(CallPlace call, long sum, long bytes, ElementType type) {
        events.write(new ResultEvent(
                System.nanoTime(),
                call.communicator().entry().index(),
                call.sequence(),
                call.position(),
                sum,
                bytes,
                type));
    }
}
