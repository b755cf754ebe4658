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
    private final OldestPendingCalls pending;
    private final CarriedCalls carried;

    CallRing(ByteBuffer memory, FileLayout layout, LossCounters losses) {
        super(
                memory,
                layout.calls(),
                layout.slots(),
                HeaderDescriptor.CALLS_NEXT_OFFSET,
                losses,
                LossKind.CALLS_SKIPPED,
                LossKind.CALLS_DROPPED);
        this.entries = new CallEntries(memory, layout);
        this.pending = new OldestPendingCalls(this, entries);
        this.carried = new CarriedCalls(this, entries);
    }

    /** Counts something that could not be recorded because the stack of its thread or the Java heap was exhausted. */
    public void missed() {
        losses.count(LossKind.CALLS_MISSED);
    }

    /**
     * Gives a claimed slot back in which a call could not be written; only for the thread that claimed it. A call that was
     * published already is unknown from now on.
     */
    public void abandon(long position) {
        if (position < 0) {
            return;
        }
        int offset = offset(position);
        long identity = identity(position);
        if (!AtomicWords.compareAndSet(memory, offset, identity | SlotDescriptor.LOCKED, identity)) {
            unknown(position);
        }
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
            AtomicWords.raise(memory, lane + CommunicatorDescriptor.LAST_STARTED_OFFSET, sequence);
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
     * completed or failed, or to be pending after all. Returns false where the call is gone or already ended.
     */
    public boolean unknown(long position) {
        if (position < 0) {
            return false;
        }
        if (unknown(offset(position), identity(position), position)) {
            return true;
        }
        int copy = copy(position);
        return copy >= 0 && unknown(copy, SlotDescriptor.carriedIdentity(position), position);
    }

    private boolean unknown(int place, long identity, long position) {
        // Only a bit is written, so nothing is locked, and who ends the call meanwhile wins. The place may be reused at
        // once.
        int lane = entries.lane(place);
        long refused = SlotDescriptor.ENDING | SlotDescriptor.ENDED;
        if (!StateWord.set(memory, place, identity, SlotDescriptor.UNKNOWN, refused)) {
            return false;
        }
        pending.ended(lane, position);
        return true;
    }

    /**
     * Records that a call whose end could not be known is pending after all, because somebody waits for it. Returns false
     * where the call is gone, or has ended.
     */
    public boolean pendingAgain(long position) {
        if (position < 0) {
            return false;
        }
        if (pendingAgain(offset(position), identity(position), position)) {
            return true;
        }
        int copy = copy(position);
        return copy >= 0 && pendingAgain(copy, SlotDescriptor.carriedIdentity(position), position);
    }

    private boolean pendingAgain(int place, long identity, long position) {
        long refused = SlotDescriptor.ENDING | SlotDescriptor.COMPLETED | SlotDescriptor.FAILED;
        if (!StateWord.clear(memory, place, identity, SlotDescriptor.UNKNOWN, refused)) {
            return false;
        }
        long control = AtomicWords.getVolatile(memory, place);
        if (SlotDescriptor.identity(control) == identity) {
            pending.published(position, place, control);
        }
        return true;
    }

    private boolean ended(long position, long nanos, int text, long outcome) {
        if (position >= 0) {
            // What follows while the call is locked needs about as much stack as this. A thread that has too little is
            // to
            // fail here: what it leaves locked nobody else can end.
            entries.lane(offset(position));
        }
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
            AtomicWords.raise(memory, lane + CommunicatorDescriptor.LAST_COMPLETED_OFFSET, sequence);
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
        if (StateWord.lock(memory, slot, identity(position), lock, refused)) {
            return slot;
        }
        int copy = copy(position);
        return copy >= 0 && StateWord.lock(memory, copy, SlotDescriptor.carriedIdentity(position), lock, refused)
                ? copy
                : -1;
    }

    /** Returns where a call that is not in its slot any more was carried to; -1 where it is there, or is gone. */
    private int copy(long position) {
        if (holds(position)) {
            return -1;
        }
        int copy = carried.find(position);
        if (copy < 0) {
            losses.count(LossKind.UPDATES_DROPPED);
        }
        return copy;
    }

    private long identity(long position) {
        return SlotDescriptor.control(EventTag.CALL, position >>> shift, 0);
    }

    /** Returns whether the call at this position is still in its slot. */
    boolean holds(long position) {
        return SlotDescriptor.identity(AtomicWords.getVolatile(memory, offset(position))) == identity(position);
    }

    @Override
    boolean take(int offset, long claimed) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (taken(found, claimed)) {
                return false;
            }
            boolean carry = SlotDescriptor.tag(found) == EventTag.CALL.code() && SlotDescriptor.pending(found);
            long taking = carry ? found | SlotDescriptor.CARRYING : claimed;
            if (AtomicWords.compareAndSet(memory, offset, found, taking)) {
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
