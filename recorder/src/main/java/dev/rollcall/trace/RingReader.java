package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads one ring, also while the job writes it: what is not whole, or is overwritten meanwhile, is left out.
 *
 * <p>Thread-safe; the cursors it gives are for one thread each and show the ring as it was when they were made, less what
 * was overwritten since.
 */
public final class RingReader {
    private final ByteBuffer memory;
    private final int base;
    private final int slots;
    private final int next;

    RingReader(ByteBuffer memory, int base, int slots, int next) {
        this.memory = memory;
        this.base = base;
        this.slots = slots;
        this.next = next;
    }

    /** Returns how many positions were claimed so far; the ring holds at most the last {@link #slots} of them. */
    public long claimed() {
        long head = AtomicWords.getAcquire(memory, next);
        return Math.min(Math.max(head, 0), 1L << SlotDescriptor.GENERATION_BITS);
    }

    /** Returns how many slots the ring has. */
    public int slots() {
        return slots;
    }

    /** Returns a cursor over all events, in the order of their positions. */
    public EventCursor cursor() {
        return new EventCursor(slotCursor());
    }

    /** Returns a cursor over calls alone, which makes no object of them. */
    public CallCursor callCursor() {
        return callCursor(other -> {});
    }

    /**
     * Returns a cursor over calls, which makes no object of them.
     *
     * @param others is given each event between that is no call, as the cursor comes by it
     */
    public CallCursor callCursor(Consumer<Event> others) {
        return new CallCursor(slotCursor(), others);
    }

    /** Returns all events, in the order of their positions. */
    public List<RecordedEvent> events() {
        List<RecordedEvent> events = new ArrayList<>();
        for (EventCursor cursor = cursor(); cursor.next(); ) {
            events.add(new RecordedEvent(cursor.position(), cursor.event()));
        }
        return events;
    }

    /** Returns the event at a position; null where the ring does not hold it whole. */
    public Event event(long position) {
        SlotCursor cursor = new SlotCursor(memory, base, slots, 0);
        return cursor.load(position, cursor.slot) ? EventDecoder.event(cursor.slot) : null;
    }

    private SlotCursor slotCursor() {
        return new SlotCursor(memory, base, slots, claimed());
    }
}
