package dev.rollcall.trace;

import java.nio.ByteBuffer;

/** Notes what was instrumented, each note before the one that refers to it. Thread-safe without a lock. */
final class NoteWriter {
    private final ByteBuffer memory;
    private final HeapAllocator space;
    private final HeapWriter heap;
    private final LossCounters losses;

    NoteWriter(ByteBuffer memory, HeapAllocator space, HeapWriter heap, LossCounters losses) {
        this.memory = memory;
        this.space = space;
        this.heap = heap;
        this.losses = losses;
    }

    /** Notes what {@link TraceWriter#instrumented} is told; counts it where the heap is full. */
    void add(String className, String method, String descriptor, boolean done, String why) {
        int note = space.allocate(HeapDescriptor.NOTE_LENGTH);
        if (note == 0) {
            losses.count(LossKind.NOTES);
            return;
        }
        int content = space.content(note);
        memory.putInt(content + HeapDescriptor.NOTE_CLASS_OFFSET, heap.string(className));
        memory.putInt(content + HeapDescriptor.NOTE_METHOD_OFFSET, heap.string(method));
        memory.putInt(content + HeapDescriptor.NOTE_DESCRIPTOR_OFFSET, heap.string(descriptor));
        memory.putInt(content + HeapDescriptor.NOTE_REASON_OFFSET, heap.string(why));
        memory.putInt(content + HeapDescriptor.NOTE_DONE_OFFSET, done ? 1 : 0);
        space.publish(note, HeapDescriptor.NOTE, HeapDescriptor.NOTE_LENGTH);
        int newest;
        do {
            newest = AtomicWords.getIntAcquire(memory, HeaderDescriptor.NEWEST_NOTE_OFFSET);
            memory.putInt(content + HeapDescriptor.NOTE_NEXT_OFFSET, newest);
        } while (!AtomicWords.compareAndSetInt(memory, HeaderDescriptor.NEWEST_NOTE_OFFSET, newest, note));
    }
}
