package dev.rollcall.trace;

import java.nio.ByteBuffer;

/** The ring of copies, and of the buffers and results of collectives. Thread-safe; nothing allocates. */
public final class CopyRing extends Ring {
    CopyRing(ByteBuffer memory, FileLayout layout, LossCounters losses) {
        super(
                memory,
                layout.copies(),
                layout.slots(),
                TraceHeader.COPIES_NEXT_OFFSET,
                losses,
                LossKind.COPIES_SKIPPED,
                LossKind.COPIES_DROPPED);
    }

    /**
     * Records that a copy succeeded, and the result of comparing its two sides.
     *
     * @param position what {@link #claim} returned
     * @param nanos when, by the monotonic clock
     * @return false where the copy was overwritten or has already ended
     */
    public boolean completed(long position, long nanos, CopyCheck check) {
        if (!lock(position)) {
            return false;
        }
        int slot = offset(position);
        memory.putLong(slot + CopyEvent.ENDED_OFFSET, nanos);
        check.write(memory, slot);
        Slot.unlock(memory, slot, Slot.ENDING, Slot.COMPLETED);
        return true;
    }

    /** Records that a copy failed; {@code text} is the heap id of a string, or 0. Returns as {@link #completed}. */
    public boolean failed(long position, long nanos, int text) {
        if (!lock(position)) {
            return false;
        }
        int slot = offset(position);
        memory.putLong(slot + CopyEvent.ENDED_OFFSET, nanos);
        memory.putInt(slot + CopyEvent.TEXT_OFFSET, text);
        Slot.unlock(memory, slot, Slot.ENDING, Slot.FAILED);
        return true;
    }

    private boolean lock(long position) {
        if (position < 0) {
            return false;
        }
        long identity = identity(EventTag.COPY, position);
        boolean locked = Slot.lock(memory, offset(position), identity, Slot.ENDING, Slot.ENDED);
        if (!locked && !holds(EventTag.COPY, position)) {
            losses.count(LossKind.UPDATES_DROPPED);
        }
        return locked;
    }

    @Override
    boolean take(int offset, long claimed, boolean anyway) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (taken(found, claimed)) {
                return false;
            }
            if (AtomicWords.compareAndSet(memory, offset, found, claimed)) {
                return true;
            }
        }
    }

    @Override
    void published(long position, int offset, long control) {
        // A copy belongs to no communicator, so there is no lane to update.
    }
}
