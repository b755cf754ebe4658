package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * Changes to the state of a published event, each a compare-and-set on the control word, so that none can ever reach a
 * slot that was reused.
 *
 * <p>A change that also writes fields locks them with a bit of its own first and replaces that bit by the one that makes
 * the fields valid. While the lock is set nobody takes the slot, and a reader ignores the fields.
 */
final class StateWord {
    private StateWord() {}

    /**
     * Sets a lock bit.
     *
     * @param identity what the control word must tell, see {@link SlotDescriptor#identity}
     * @param refused bits of which none may be set
     * @return false where the place was reused or a refused bit is set
     */
    static boolean lock(ByteBuffer memory, int offset, long identity, long lock, long refused) {
        return set(memory, offset, identity, lock, refused | lock);
    }

    /** Replaces a lock bit that the caller holds by what it was held for. */
    static void unlock(ByteBuffer memory, int offset, long lock, long result) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (AtomicWords.compareAndSet(memory, offset, found, found & ~lock | result)) {
                return;
            }
        }
    }

    /** Sets bits; returns false where the place was reused, is not published or has a refused bit. */
    static boolean set(ByteBuffer memory, int offset, long identity, long bits, long refused) {
        return change(memory, offset, identity, 0, bits, refused);
    }

    /** Takes bits away; as {@link #set}. */
    static boolean clear(ByteBuffer memory, int offset, long identity, long bits, long refused) {
        return change(memory, offset, identity, bits, 0, refused);
    }

    private static boolean change(ByteBuffer memory, int offset, long identity, long less, long more, long refused) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (SlotDescriptor.identity(found) != identity
                    || (found & SlotDescriptor.PUBLISHED) == 0
                    || (found & refused) != 0) {
                return false;
            }
            if (AtomicWords.compareAndSet(memory, offset, found, found & ~less | more)) {
                return true;
            }
        }
    }
}
