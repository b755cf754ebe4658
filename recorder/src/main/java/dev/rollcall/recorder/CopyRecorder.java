package dev.rollcall.recorder;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyRing;
import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;

/** Records copies of GPUs' memory. Thread-safe; takes no lock. */
public final class CopyRecorder {
    private final TraceWriter trace;
    private final EventWriter events;
    private final CopyRing copies;
    private final HeapWriter heap;
    private final StackRecorder stacks;

    CopyRecorder(TraceWriter trace, StackRecorder stacks) {
        this.trace = trace;
        this.events = trace.events();
        this.copies = trace.copies();
        this.heap = trace.heap();
        this.stacks = stacks;
    }

    /**
     * Returns a copy with when it is issued, now, and from where, this thread's stack.
     *
     * @param unverified why it will not be verified, unless it will; empty for nothing
     */
    public CopyEvent issued(ThreadRecording thread, CalledMethod called, CopyEvent copy, String unverified) {
        int stack = stacks.current(thread.stack, called);
        int why = unverified.isEmpty() ? 0 : heap.text(unverified);
        return copy.issued(System.nanoTime(), stack, thread.nameId(heap), why);
    }

    /** Records that a copy is issued; returns its position, -1 where there was no room. */
    public long begin(CopyEvent copy) {
        return events.write(copy);
    }

    /** Records that a copy has ended well, as far as CUDA tells, and what the comparison of its sides found. */
    public void completed(long position, CopyCheck check) {
        copies.completed(position, System.nanoTime(), check);
    }

    /** Records that a copy could not be made. */
    public void failed(long position, String why) {
        copies.failed(position, System.nanoTime(), heap.text(why));
    }

    /** Records the UUIDs of the devices that this process sees, by ordinal, 16 bytes each. */
    public void devices(byte[]... uuids) {
        trace.devices(uuids);
    }
}
