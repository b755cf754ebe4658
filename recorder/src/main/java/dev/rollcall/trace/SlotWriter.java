package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes the body of a claimed slot. Where no slot was free, it accepts and discards everything. For one thread. */
final class SlotWriter {
    /** Takes the fields of events without a slot. It is never read, so threads may share it. */
    private static final ByteBuffer DISCARDED =
            ByteBuffer.allocateDirect(Slot.LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private final Ring ring;
    private long position;
    private ByteBuffer memory;
    private int offset;

    /** Makes a writer without a slot. */
    SlotWriter(Ring ring) {
        this.ring = ring;
        use(Ring.NONE);
    }

    /** Claims a slot for an event. Allocates before it claims: if that fails, no slot stays locked. */
    static SlotWriter claim(Ring ring, EventTag tag) {
        SlotWriter writer = new SlotWriter(ring);
        writer.use(ring.claim(tag));
        return writer;
    }

    /** Publishes the event, and returns its position. */
    long publish() {
        ring.publish(position);
        return position;
    }

    /** Returns the position of the slot; {@link Ring#NONE} where there is none. */
    long position() {
        return position;
    }

    void use(long claimed) {
        position = claimed;
        memory = position < 0 ? DISCARDED : ring.memory;
        offset = position < 0 ? 0 : ring.offset(position);
    }

    SlotWriter putLong(int field, long value) {
        memory.putLong(offset + field, value);
        return this;
    }

    SlotWriter putInt(int field, int value) {
        memory.putInt(offset + field, value);
        return this;
    }

    SlotWriter putShort(int field, int value) {
        memory.putShort(offset + field, (short) value);
        return this;
    }

    SlotWriter put(int field, int value) {
        memory.put(offset + field, (byte) value);
        return this;
    }
}
