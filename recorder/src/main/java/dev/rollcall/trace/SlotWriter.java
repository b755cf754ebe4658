package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Where an event's body is written: a claimed slot, or nowhere when none was free. For one thread. */
final class SlotWriter {
    /** Takes what is written for events without a slot; nobody reads it, so threads may share it. */
    private static final ByteBuffer NOWHERE =
            ByteBuffer.allocateDirect(SlotDescriptor.LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private final Ring ring;
    private long position;
    private ByteBuffer memory;
    private int offset;

    /** Makes a body that is nowhere. */
    SlotWriter(Ring ring) {
        this.ring = ring;
        use(Ring.NONE);
    }

    /** Claims a slot for an event; makes all that is needed before, for what is claimed must be published. */
    static SlotWriter claim(Ring ring, EventTag tag) {
        SlotWriter body = new SlotWriter(ring);
        body.use(ring.claim(tag));
        return body;
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
        memory = position < 0 ? NOWHERE : ring.memory;
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
