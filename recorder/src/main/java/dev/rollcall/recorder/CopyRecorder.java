package dev.rollcall.recorder;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyRing;
import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;

/** Records copies from and to the memory of GPUs. Thread-safe without a lock. */
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
     * Returns a copy with the current time and this thread's stack and name.
     *
     * @param unverified why it is not verified; empty where it is
     */
    public CopyEvent issued(ThreadRecording thread, CalledMethod called, CopyEvent copy, String unverified) {
        int stack = stacks.current(thread.stack, called);
        int reason = unverified.isEmpty() ? 0 : heap.text(unverified);
        return copy.issued(System.nanoTime(), stack, thread.nameId(heap), reason);
    }

    /** Records that a copy is issued; returns its position in the ring, -1 where there was no room. */
    public long begin(CopyEvent copy) {
        return events.write(copy);
    }

    /** Records that a copy completed without a CUDA error, and what the comparison of its sides found. */
    public void completed(long position, CopyCheck check) {
        copies.completed(position, System.nanoTime(), check);
    }

    /** Records that a copy failed. */
    public void failed(long position, String failure) {
        copies.failed(position, System.nanoTime(), heap.text(failure));
    }

    /** Records the UUIDs of the devices that this process sees, by ordinal, 16 bytes each. */
    public void devices(byte[]... uuids) {
        trace.devices(uuids);
    }
}
