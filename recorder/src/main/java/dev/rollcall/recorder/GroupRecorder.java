package dev.rollcall.recorder;

import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.GroupEvent;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;
import java.util.concurrent.atomic.AtomicInteger;

/** Records groups of calls. A group inside another one belongs to it and is not recorded. Thread-safe. */
public final class GroupRecorder {
    private final EventWriter events;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final AtomicInteger numbers = new AtomicInteger();

    GroupRecorder(TraceWriter trace, StackRecorder stacks) {
        this.events = trace.events();
        this.heap = trace.heap();
        this.stacks = stacks;
    }

    /** Records that a group begins. The thread's calls belong to it until {@link #end}. */
    public void begin(ThreadRecording thread, CalledMethod called, int function) {
        if (thread.groups == 0) {
            thread.group = numbers.incrementAndGet();
            thread.grouped = 0;
            event(false, thread, called, function, null);
        }
        thread.groups++;
    }

    /** Records that a group ends; a failure is null where there was none. Ignored where no group has begun. */
    public void end(ThreadRecording thread, CalledMethod called, int function, String failure) {
        if (thread.groups > 0 && --thread.groups == 0) {
            event(true, thread, called, function, failure);
            thread.group = 0;
        }
    }

    private void event(boolean end, ThreadRecording thread, CalledMethod called, int function, String failure) {
        int stack = stacks.current(thread.stack, called);
        events.write(new GroupEvent(
                end,
                System.nanoTime(),
                thread.group,
                thread.grouped,
                stack,
                thread.nameId(heap),
                function,
                heap.text(failure)));
    }
}
