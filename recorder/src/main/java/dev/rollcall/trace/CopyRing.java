package dev.rollcall.trace;

import java.nio.ByteBuffer;

/** The ring of copies and of the buffers of collectives. Thread-safe; nothing allocates. */
public final class CopyRing extends Ring {

    CopyRing(ByteBuffer memory, FileLayout layout, LossCounters losses) {
        super(
                memory,
                layout.copies(),
                layout.slots(),
                HeaderDescriptor.COPIES_NEXT_OFFSET,
                losses,
                LossKind.COPIES_SKIPPED,
                LossKind.COPIES_DROPPED);
    }

    /**
     * Records that a copy ended well, and what the comparison of its two sides found.
     *
     * @param position what {@link #claim} gave
     * @param nanos when, by the monotonic clock
     * @return false where the copy is gone or already ended
     */
    public boolean completed(long position, long nanos, CopyCheck check) {
        if (!lock(position)) {
            return false;
        }
        int slot = offset(position);
        memory.putLong(slot + CopyDescriptor.ENDED_OFFSET, nanos);
        memory.putLong(slot + CopyDescriptor.SOURCE_SUM_OFFSET, check.sourceSum());
        memory.putLong(slot + CopyDescriptor.DESTINATION_SUM_OFFSET, check.destinationSum());
        memory.put(slot + CopyDescriptor.VERDICT_OFFSET, (byte) check.verdict().code());
        memory.put(slot + CopyDescriptor.BLOCK_SHIFT_OFFSET, (byte) check.blockShift());
        memory.putInt(slot + CopyDescriptor.FIRST_BAD_BLOCK_OFFSET, check.firstBadBlock());
        memory.putInt(slot + CopyDescriptor.BAD_BLOCKS_OFFSET, check.badBlocks());
        StateWord.unlock(memory, slot, SlotDescriptor.ENDING, SlotDescriptor.COMPLETED);
        return true;
    }

    /** Records that a copy ended in an error; {@code text} is a string's id in the heap, or 0. */
    public boolean failed(long position, long nanos, int text) {
        if (!lock(position)) {
            return false;
        }
        int slot = offset(position);
        memory.putLong(slot + CopyDescriptor.ENDED_OFFSET, nanos);
        memory.putInt(slot + CopyDescriptor.TEXT_OFFSET, text);
        StateWord.unlock(memory, slot, SlotDescriptor.ENDING, SlotDescriptor.FAILED);
        return true;
    }

    private boolean lock(long position) {
        if (position < 0) {
            return false;
        }
        long identity = SlotDescriptor.control(EventTag.COPY, position >>> shift, 0);
        int slot = offset(position);
        boolean locked = StateWord.lock(memory, slot, identity, SlotDescriptor.ENDING, SlotDescriptor.ENDED);
        if (!locked && SlotDescriptor.identity(AtomicWords.getVolatile(memory, slot)) != identity) {
            losses.count(LossKind.UPDATES_DROPPED);
        }
        return locked;
    }

    @Override
    boolean take(int offset, long claimed) {
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
        // A copy belongs to no communicator, whose summary would have to know of it.
    }
}
