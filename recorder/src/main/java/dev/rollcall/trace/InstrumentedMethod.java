package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Whether a method that the recorder was to instrument is recorded, and if not, why. Such notes form a linked list in the
 * heap, the newest first; the header names the newest.
 *
 * @param className the class, fully qualified
 * @param method the method's name
 * @param descriptor the method's descriptor; empty where unknown
 * @param done whether its calls are recorded
 * @param why the reason why they are not; empty where they are
 */
public record InstrumentedMethod(String className, String method, String descriptor, boolean done, String why) {
    /*
     *     +-------------------+-------------------+
     *   0 | previous note     | class             |
     *     +-------------------+-------------------+
     *   8 | method            | descriptor        |
     *     +-------------------+-------------------+
     *  16 | why               | done: 1 or 0      |
     *     +-------------------+-------------------+
     */
    private static final int LENGTH = 24;
    private static final int PREVIOUS_OFFSET = 0;
    private static final int CLASS_OFFSET = 4;
    private static final int METHOD_OFFSET = 8;
    private static final int DESCRIPTOR_OFFSET = 12;
    private static final int WHY_OFFSET = 16;
    private static final int DONE_OFFSET = 20;

    /** Adds the note; counts it as a loss where the heap is full. Safe for use by several threads. */
    void write(ByteBuffer memory, HeapAllocator allocator, HeapWriter heap, LossCounters losses) {
        int note = allocator.allocate(LENGTH);
        if (note == 0) {
            losses.count(LossKind.NOTES);
            return;
        }
        int content = allocator.content(note);
        memory.putInt(content + CLASS_OFFSET, heap.string(className));
        memory.putInt(content + METHOD_OFFSET, heap.string(method));
        memory.putInt(content + DESCRIPTOR_OFFSET, heap.string(descriptor));
        memory.putInt(content + WHY_OFFSET, heap.string(why));
        memory.putInt(content + DONE_OFFSET, done ? 1 : 0);
        allocator.publish(note, HeapEntry.NOTE, LENGTH);
        int newest;
        do {
            newest = AtomicWords.getIntAcquire(memory, TraceHeader.NEWEST_NOTE_OFFSET);
            memory.putInt(content + PREVIOUS_OFFSET, newest);
        } while (!AtomicWords.compareAndSetInt(memory, TraceHeader.NEWEST_NOTE_OFFSET, newest, note));
    }

    /** Returns all notes, the oldest first. */
    static List<InstrumentedMethod> readAll(ByteBuffer memory, HeapReader heap) {
        List<InstrumentedMethod> notes = new ArrayList<>();
        // A damaged file may link notes in a circle; the heap cannot hold more than this.
        int limit = heap.capacity() / HeapEntry.entryLength(LENGTH);
        int id = AtomicWords.getIntAcquire(memory, TraceHeader.NEWEST_NOTE_OFFSET);
        while (id != 0 && notes.size() < limit) {
            int content = heap.content(id, HeapEntry.NOTE);
            if (content < 0 || heap.length(content) < LENGTH) {
                break;
            }
            notes.add(new InstrumentedMethod(
                    heap.string(memory.getInt(content + CLASS_OFFSET)),
                    heap.string(memory.getInt(content + METHOD_OFFSET)),
                    heap.string(memory.getInt(content + DESCRIPTOR_OFFSET)),
                    memory.getInt(content + DONE_OFFSET) == 1,
                    heap.string(memory.getInt(content + WHY_OFFSET))));
            id = memory.getInt(content + PREVIOUS_OFFSET);
        }
        Collections.reverse(notes);
        return List.copyOf(notes);
    }
}
