package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * The ring of calls and of all other events that are no copies.
 *
 * <p>A published call is pending until {@link #completed}, {@link #failed} or {@link #unknown}. When its slot is needed
 * before that, it is carried into its communicator's entry, and updates find it there. Thread-safe; nothing allocates.
 */
public final class CallRing extends Ring {
    private final CallEntries entries;
    private final PendingCalls pending;
    private final CarriedCalls carried;

    CallRing(ByteBuffer memory, FileLayout layout, Losses losses) {
        super(
                memory,
                layout.calls(),
                layout.slots(),
                HeaderDescriptor.CALLS_NEXT_OFFSET,
                losses,
                LossKind.CALLS_SKIPPED,
                LossKind.CALLS_DROPPED);
        this.entries = new CallEntries(memory, layout);
        this.pending = new PendingCalls(this, entries);
        this.carried = new CarriedCalls(this, entries);
    }

    /**
     * Records that a call began.
     *
     * @param position what {@link #claim} gave
     * @param nanos when, by the monotonic clock
     * @return false where the call is gone, or already has a start time
     */
    public boolean started(long position, long nanos) {
        int place = lock(position, SlotDescriptor.STARTING, SlotDescriptor.STARTED);
        if (place < 0) {
            return false;
        }
        memory.putLong(place + CallDescriptor.STARTED_OFFSET, nanos);
        int lane = entries.lane(place);
        long sequence = memory.getLong(place + CallDescriptor.SEQUENCE_OFFSET);
        StateWord.unlock(memory, place, SlotDescriptor.STARTING, SlotDescriptor.STARTED);
        if (lane >= 0) {
            Words.raise(memory, lane + CommunicatorDescriptor.LAST_STARTED_OFFSET, sequence);
        }
        return true;
    }

    /** Records that a call ended well; as {@link #started}. */
    public boolean completed(long position, long nanos) {
        return ended(position, nanos, 0, SlotDescriptor.COMPLETED);
    }

    /** Records that a call ended in an error; as {@link #started}. {@code text} is a string's id in the heap, or 0. */
    public boolean failed(long position, long nanos, int text) {
        return ended(position, nanos, text, SlotDescriptor.FAILED);
    }

    /**
     * Records that what became of a call cannot be known. It no longer counts as pending, but may still be said to have
     * completed or failed. Returns false where the call is gone or already ended.
     */
    public boolean unknown(long position) {
        int place = lock(position, SlotDescriptor.ENDING, SlotDescriptor.ENDED);
        if (place < 0) {
            return false;
        }
        int lane = entries.lane(place);
        StateWord.unlock(memory, place, SlotDescriptor.ENDING, SlotDescriptor.UNKNOWN);
        pending.ended(lane, position);
        return true;
    }

    private boolean ended(long position, long nanos, int text, long outcome) {
        int place = lock(position, SlotDescriptor.ENDING, SlotDescriptor.COMPLETED | SlotDescriptor.FAILED);
        if (place < 0) {
            return false;
        }
        memory.putLong(place + CallDescriptor.ENDED_OFFSET, nanos);
        memory.putInt(place + CallDescriptor.TEXT_OFFSET, text);
        int lane = entries.lane(place);
        long sequence = memory.getLong(place + CallDescriptor.SEQUENCE_OFFSET);
        StateWord.unlock(memory, place, SlotDescriptor.ENDING, outcome);
        if (lane >= 0 && outcome == SlotDescriptor.COMPLETED) {
            Words.raise(memory, lane + CommunicatorDescriptor.LAST_COMPLETED_OFFSET, sequence);
        }
        pending.ended(lane, position);
        return true;
    }

    /** Locks a call in its slot, or where it was carried to; returns the offset, or -1. */
    private int lock(long position, long lock, long refused) {
        if (position < 0) {
            return -1;
        }
        int slot = offset(position);
        long identity = SlotDescriptor.control(EventTag.CALL, position >>> shift, 0);
        if (StateWord.lock(memory, slot, identity, lock, refused)) {
            return slot;
        }
        if (holds(position)) {
            return -1;
        }
        int copy = carried.find(position);
        if (copy < 0) {
            losses.count(LossKind.UPDATES_DROPPED);
            return -1;
        }
        return StateWord.lock(memory, copy, SlotDescriptor.carriedIdentity(position), lock, refused) ? copy : -1;
    }

    /** Returns whether the call at this position is still in its slot. */
    boolean holds(long position) {
        long identity = SlotDescriptor.control(EventTag.CALL, position >>> shift, 0);
        return SlotDescriptor.identity(Words.getVolatile(memory, offset(position))) == identity;
    }

    @Override
    boolean take(int offset, long claimed) {
        for (; ; ) {
            long found = Words.getVolatile(memory, offset);
            if (taken(found, claimed)) {
                return false;
            }
            boolean carry = SlotDescriptor.tag(found) == EventTag.CALL.code() && SlotDescriptor.pending(found);
            long taking = carry ? found | SlotDescriptor.CARRYING : claimed;
            if (Words.compareAndSet(memory, offset, found, taking)) {
                return !carry || carried.take(offset, found, claimed);
            }
        }
    }

    @Override
    void published(long position, int offset, long control) {
        if (SlotDescriptor.tag(control) == EventTag.CALL.code()) {
            pending.published(position, offset, control);
        }
    }
}
