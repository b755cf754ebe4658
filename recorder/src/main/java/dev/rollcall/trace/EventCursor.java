package dev.rollcall.trace;

/** Walks the events of a ring in the order of their positions. For one thread. */
public final class EventCursor {
    private final SlotCursor cursor;
    private final SlotReader continuation = new SlotReader();
    private Event event;

    EventCursor(SlotCursor cursor) {
        this.cursor = cursor;
    }

    /** Goes to the next event; returns false after the last. Events of kinds that this version does not know are left out. */
    public boolean next() {
        while (cursor.next()) {
            event = decode();
            if (event != null) {
                return true;
            }
        }
        event = null;
        return false;
    }

    /** Returns the position of the event. */
    public long position() {
        return cursor.position();
    }

    /** Returns the event; null before the first and after the last. */
    public Event event() {
        return event;
    }

    private Event decode() {
        if (SlotDescriptor.tag(cursor.slot.control()) != EventTag.COPY.code()) {
            return EventDecoder.event(cursor.slot);
        }
        long after = Integer.toUnsignedLong(cursor.slot.getInt(CopyDescriptor.CONTINUED_AFTER_OFFSET));
        boolean continued = after != 0
                && cursor.load(cursor.position() + after, continuation)
                && SlotDescriptor.tag(continuation.control()) == EventTag.CONTINUATION.code()
                && continuation.getLong(CopyDescriptor.CONTINUES_OFFSET) == cursor.position();
        return EventDecoder.copy(cursor.slot, continued ? EventDecoder.volume(continuation) : null);
    }
}
