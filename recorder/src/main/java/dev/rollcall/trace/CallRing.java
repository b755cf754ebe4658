package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * The ring of calls and of all other events but copies, buffers and results.
 *
 * <p>A published call is pending until {@link #completed}, {@link #failed} or {@link #unknown}. If its slot is needed before
 * that, the call is carried into its communicator's entry, where updates find it. Thread-safe; nothing allocates.
 */
public final class CallRing extends Ring {
    private final CommunicatorTable table;
    private final OldestPendingCalls oldest;
    private final CarriedCalls carried;

    CallRing(ByteBuffer memory, FileLayout layout, CommunicatorTable table, LossCounters losses) {
        super(
                memory,
                layout.calls(),
                layout.slots(),
                TraceHeader.CALLS_NEXT_OFFSET,
                losses,
                LossKind.CALLS_SKIPPED,
                LossKind.CALLS_DROPPED);
        this.table = table;
        this.oldest = new OldestPendingCalls(this, table);
        this.carried = new CarriedCalls(this, table);
    }

    /** Counts something that was not recorded because the stack of its thread or the Java heap was exhausted. */
    public void missed() {
        losses.count(LossKind.CALLS_MISSED);
    }

    /**
     * Gives back a claimed slot when writing the call failed; only for the thread that claimed it. A call that was already
     * published becomes unknown.
     */
    public void abandon(long position) {
        if (position < 0) {
            return;
        }
        long identity = identity(EventTag.CALL, position);
        if (!AtomicWords.compareAndSet(memory, offset(position), identity | Slot.LOCKED, identity)) {
            unknown(position);
        }
    }

    /**
     * Takes back an end that its thread began and could not finish; only for a thread that was in {@link #completed} or {@link
     * #failed} for this call. The call is as it was before, or has ended.
     */
    public void endAborted(long position) {
        if (position >= 0 && !Slot.clear(memory, offset(position), identity(EventTag.CALL, position), Slot.ENDING, 0)) {
            int copy = carried.find(position);
            if (copy >= 0) {
                Slot.clear(memory, copy, Slot.carriedIdentity(position), Slot.ENDING, 0);
            }
        }
    }

    /**
     * Records that a call began.
     *
     * @param position what {@link #claim} returned
     * @param nanos when, by the monotonic clock
     * @return false where the call was overwritten, or already has a start time
     */
    public boolean started(long position, long nanos) {
        int slot = lock(position, Slot.STARTING, Slot.STARTED);
        if (slot < 0) {
            return false;
        }
        memory.putLong(slot + CallEvent.STARTED_OFFSET, nanos);
        int lane = table.laneOf(slot);
        long sequence = memory.getLong(slot + CallEvent.SEQUENCE_OFFSET);
        Slot.unlock(memory, slot, Slot.STARTING, Slot.STARTED);
        if (lane >= 0) {
            AtomicWords.max(memory, lane + CommunicatorTable.LAST_STARTED_OFFSET, sequence);
        }
        return true;
    }

    /** Records that a call succeeded. Returns false where the call was overwritten or has already ended. */
    public boolean completed(long position, long nanos) {
        return ended(position, nanos, 0, Slot.COMPLETED);
    }

    /** Records that a call failed; {@code text} is the heap id of a string, or 0. Returns as {@link #completed}. */
    public boolean failed(long position, long nanos, int text) {
        return ended(position, nanos, text, Slot.FAILED);
    }

    private boolean ended(long position, long nanos, int text, long outcome) {
        if (position >= 0) {
            // The code that runs while the call is locked needs about as much stack as this. A thread with too little
            // stack must fail here, because no other thread could end the call that it leaves locked.
            table.laneOf(offset(position));
        }
        int slot = lock(position, Slot.ENDING, Slot.COMPLETED | Slot.FAILED);
        if (slot < 0) {
            return false;
        }
        memory.putLong(slot + CallEvent.ENDED_OFFSET, nanos);
        memory.putInt(slot + CallEvent.TEXT_OFFSET, text);
        int lane = table.laneOf(slot);
        long sequence = memory.getLong(slot + CallEvent.SEQUENCE_OFFSET);
        Slot.unlock(memory, slot, Slot.ENDING, outcome);
        if (lane >= 0 && outcome == Slot.COMPLETED) {
            AtomicWords.max(memory, lane + CommunicatorTable.LAST_COMPLETED_OFFSET, sequence);
        }
        oldest.ended(lane, position);
        return true;
    }

    /**
     * Records that the outcome of a call cannot be known. The call no longer counts as pending, but may still become
     * completed, failed or pending again. Returns false where the call was overwritten or has already ended.
     */
    public boolean unknown(long position) {
        if (position < 0) {
            return false;
        }
        if (unknown(offset(position), identity(EventTag.CALL, position), position)) {
            return true;
        }
        int copy = carriedCopy(position);
        return copy >= 0 && unknown(copy, Slot.carriedIdentity(position), position);
    }

    private boolean unknown(int slot, long identity, long position) {
        // Reads the lane first, because the slot may be reused as soon as the bit is set. Writes no field, so it needs
        // no lock, and a thread that is ending the call takes precedence.
        int lane = table.laneOf(slot);
        if (!Slot.set(memory, slot, identity, Slot.UNKNOWN, Slot.ENDING | Slot.ENDED)) {
            return false;
        }
        oldest.ended(lane, position);
        return true;
    }

    /**
     * Records that an unknown call is pending after all, because the program waits for it. Returns false where the call was
     * overwritten or has ended.
     */
    public boolean pendingAgain(long position) {
        if (position < 0) {
            return false;
        }
        if (pendingAgain(offset(position), identity(EventTag.CALL, position), position)) {
            return true;
        }
        int copy = carriedCopy(position);
        return copy >= 0 && pendingAgain(copy, Slot.carriedIdentity(position), position);
    }

    private boolean pendingAgain(int slot, long identity, long position) {
        long refused = Slot.ENDING | Slot.COMPLETED | Slot.FAILED;
        if (!Slot.clear(memory, slot, identity, Slot.UNKNOWN, refused)) {
            return false;
        }
        long control = AtomicWords.getVolatile(memory, slot);
        if (Slot.identity(control) == identity) {
            oldest.published(position, slot, control);
        }
        return true;
    }

    /** Locks a call in its slot or its carried copy; returns the offset, or -1. */
    private int lock(long position, long lock, long refused) {
        if (position < 0) {
            return -1;
        }
        int slot = offset(position);
        if (Slot.lock(memory, slot, identity(EventTag.CALL, position), lock, refused)) {
            return slot;
        }
        int copy = carriedCopy(position);
        return copy >= 0 && Slot.lock(memory, copy, Slot.carriedIdentity(position), lock, refused) ? copy : -1;
    }

    /** Returns the offset of the carried copy of a call that left its slot; -1 where it is in its slot or was overwritten. */
    private int carriedCopy(long position) {
        if (holds(EventTag.CALL, position)) {
            return -1;
        }
        int copy = carried.find(position);
        if (copy < 0) {
            losses.count(LossKind.UPDATES_DROPPED);
        }
        return copy;
    }

    @Override
    boolean take(int offset, long claimed, boolean anyway) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (taken(found, claimed)) {
                return false;
            }
            boolean carry = Slot.tag(found) == EventTag.CALL.code() && Slot.pending(found);
            long taking = carry ? found | Slot.CARRYING : claimed;
            if (AtomicWords.compareAndSet(memory, offset, found, taking)) {
                return !carry || carried.take(offset, found, claimed, anyway);
            }
        }
    }

    @Override
    void published(long position, int offset, long control) {
        if (Slot.tag(control) == EventTag.CALL.code()) {
            oldest.published(position, offset, control);
        }
    }
}
