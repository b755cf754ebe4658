package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** A private copy of one whole slot, taken while the job may be writing. For one thread; allocates only itself. */
final class SlotReader {
    private final long[] words = new long[SlotDescriptor.LENGTH / Long.BYTES];

    /**
     * Copies the slot at an offset.
     *
     * @return false where the slot is not whole, or changed hands meanwhile
     */
    boolean load(ByteBuffer memory, int offset) {
        long control = AtomicWords.getAcquire(memory, offset);
        if ((control & SlotDescriptor.PUBLISHED) == 0) {
            return false;
        }
        for (int i = 1; i < words.length; i++) {
            words[i] = memory.getLong(offset + i * Long.BYTES);
        }
        VarHandle.loadLoadFence();
        long after = AtomicWords.getAcquire(memory, offset);
        // More may have become known meanwhile; only what the first look promised was surely there to be copied.
        words[0] = control;
        return SlotDescriptor.identity(after) == SlotDescriptor.identity(control)
                && (after & SlotDescriptor.PUBLISHED) != 0;
    }

    long control() {
        return words[0];
    }

    int state() {
        return (int) SlotDescriptor.state(words[0]);
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
