package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Keeps the position of each lane's oldest pending call in the communicator table.
 *
 * <p>The position is a hint, which readers check: it lags while a call is being published or ended, and it ignores the few
 * slots that a turn of the ring passed over. Thread-safe without a lock.
 */
final class OldestPendingCalls {
    private final Ring ring;
    private final CommunicatorTable table;
    private final ByteBuffer memory;

    OldestPendingCalls(Ring ring, CommunicatorTable table) {
        this.ring = ring;
        this.table = table;
        this.memory = ring.memory;
    }

    /** Takes account of a call that the caller published, whose slot may have ended or been reused since. */
    void published(long position, int offset, long control) {
        int lane = table.laneOf(offset);
        VarHandle.loadLoadFence();
        if (lane < 0 || Slot.identity(AtomicWords.getAcquire(memory, offset)) != Slot.identity(control)) {
            return;
        }
        int oldest = lane + CommunicatorTable.OLDEST_PENDING_OFFSET;
        if (!lower(oldest, position)) {
            return;
        }
        if (AtomicWords.getVolatile(memory, offset) != control) {
            // The call may have ended before it became the oldest; no other thread would replace it then.
            settle(lane, position, position);
        }
    }

    /** Takes account of a call that ended, which must be visible before this is called. */
    void ended(int lane, long position) {
        if (lane >= 0
                && AtomicWords.getVolatile(memory, lane + CommunicatorTable.OLDEST_PENDING_OFFSET) == position + 1) {
            settle(lane, position, position + 1);
        }
    }

    /**
     * Replaces {@code position} as a lane's oldest pending call by the first pending one at or after {@code from}.
     *
     * <p>Threads that publish and end calls meanwhile see the old value and leave the work to this thread, so it searches
     * again after each change until it finds the call that it has set. If another thread changed the value meanwhile, that
     * thread may have set a younger call than one that was left to this thread; then this thread sets the older one.
     */
    private void settle(int lane, long position, long from) {
        int oldest = lane + CommunicatorTable.OLDEST_PENDING_OFFSET;
        long expected = position + 1;
        long first = firstPending(lane, from);
        while (AtomicWords.compareAndSet(memory, oldest, expected, first + 1) || first >= 0 && lower(oldest, first)) {
            long again = firstPending(lane, from);
            if (again == first) {
                return;
            }
            expected = first + 1;
            first = again;
        }
    }

    /** Sets the oldest pending call unless an older one is set; returns whether it did. */
    private boolean lower(int oldest, long position) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, oldest);
            if (found != 0 && found <= position + 1) {
                return false;
            }
            if (AtomicWords.compareAndSet(memory, oldest, found, position + 1)) {
                return true;
            }
        }
    }

    /** Returns the position of the first pending call of a lane in the ring at or after {@code from}, or -1. */
    private long firstPending(int lane, long from) {
        long head = ring.head();
        for (long position = Math.max(from, head - ring.slots); position < head; position++) {
            int slot = ring.offset(position);
            long found = AtomicWords.getVolatile(memory, slot);
            long identity = ring.identity(EventTag.CALL, position);
            if (Slot.identity(found) == identity && Slot.pending(found)) {
                int candidate = table.laneOf(slot);
                VarHandle.loadLoadFence();
                if (candidate == lane && Slot.identity(AtomicWords.getAcquire(memory, slot)) == identity) {
                    return position;
                }
            }
        }
        return -1;
    }
}
