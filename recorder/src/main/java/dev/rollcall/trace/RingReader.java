package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads one ring, also while the job writes it. Skips events that are incomplete or overwritten meanwhile. Thread-safe; each
 * of its cursors is for one thread.
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
        return Math.min(Math.max(head, 0), 1L << Slot.GENERATION_BITS);
    }

    /** Returns the number of slots of the ring. */
    public int slots() {
        return slots;
    }

    /** Returns a cursor over all events, in the order of their positions. */
    public EventCursor cursor() {
        return new EventCursor(memory, base, slots, claimed());
    }

    /** Returns a cursor over the calls alone, which makes no object for each call. */
    public CallCursor callCursor() {
        return callCursor(other -> {});
    }

    /**
     * Returns a cursor over the calls, which makes no object for each call.
     *
     * @param others receives every other event, in order, as the cursor passes it
     */
    public CallCursor callCursor(Consumer<Event> others) {
        return new CallCursor(cursor(), others);
    }

    /** Returns all events, in the order of their positions. */
    public List<RecordedEvent> events() {
        List<RecordedEvent> events = new ArrayList<>();
        for (EventCursor cursor = cursor(); cursor.next(); ) {
            events.add(new RecordedEvent(cursor.position(), cursor.event()));
        }
        return events;
    }

    /** Returns the event at a position; null where the ring does not hold it complete. */
    public Event event(long position) {
        // With no positions to walk: it only seeks.
        EventCursor cursor = new EventCursor(memory, base, slots, 0);
        return cursor.seek(position) ? cursor.decode() : null;
    }
}
