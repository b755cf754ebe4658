package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** A private copy of one whole slot, which can be taken while the job writes. For one thread. */
final class SlotReader {
    private final long[] words = new long[Slot.LENGTH / Long.BYTES];

    /**
     * Copies the slot at an offset.
     *
     * @return false where the slot is not complete, or was reused meanwhile
     */
    boolean load(ByteBuffer memory, int offset) {
        long control = AtomicWords.getAcquire(memory, offset);
        if ((control & Slot.PUBLISHED) == 0) {
            return false;
        }
        for (int i = 1; i < words.length; i++) {
            words[i] = memory.getLong(offset + i * Long.BYTES);
        }
        VarHandle.loadLoadFence();
        long after = AtomicWords.getAcquire(memory, offset);
        // Keeps the first control word: a field that became valid since then may not have been copied.
        words[0] = control;
        return Slot.identity(after) == Slot.identity(control) && (after & Slot.PUBLISHED) != 0;
    }

    long control() {
        return words[0];
    }

    EventTag tag() {
        return EventTag.ofCode(Slot.tag(words[0]));
    }

    int state() {
        return (int) Slot.state(words[0]);
    }

    boolean has(long stateBits) {
        return (words[0] & stateBits) != 0;
    }

    long getLong(int field) {
        return words[field >>> 3];
    }

    int getInt(int field) {
        return (int) (words[field >>> 3] >>> ((field & 7) << 3));
    }

    short getShort(int field) {
        return (short) (words[field >>> 3] >>> ((field & 7) << 3));
    }

    int getUnsignedShort(int field) {
        return getShort(field) & 0xFFFF;
    }

    int getUnsignedByte(int field) {
        return (int) (words[field >>> 3] >>> ((field & 7) << 3)) & 0xFF;
    }
}
