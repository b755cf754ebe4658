package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Keeps the position of each lane's oldest pending call in the communicator table.
 *
 * <p>A hint to readers, who check it: it is behind while a call is just being published or ended, and it does not look
 * into the few slots that a turn of the ring passed over. Thread-safe without a lock.
 */
final class OldestPendingCalls {
    private final CallRing ring;
    private final CallEntries entries;
    private final ByteBuffer memory;

    OldestPendingCalls(CallRing ring, CallEntries entries) {
        this.ring = ring;
        this.entries = entries;
        this.memory = ring.memory;
    }

    /** Learns that the caller published a call; the caller's slot may be ended or reused by now. */
    void published(long position, int offset, long control) {
        int lane = entries.lane(offset);
        VarHandle.loadLoadFence();
        if (lane < 0
                || SlotDescriptor.identity(AtomicWords.getAcquire(memory, offset))
                        != SlotDescriptor.identity(control)) {
            return;
        }
        int oldest = lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET;
        if (!lower(oldest, position)) {
            return;
        }
        if (AtomicWords.getVolatile(memory, offset) != control) {
            // It may have ended before it was announced as the oldest; then nobody else will take it back.
            settle(lane, position, position);
        }
    }

    /** Learns that a call ended, which must be visible before this is called. */
    void ended(int lane, long position) {
        if (lane >= 0
                && AtomicWords.getVolatile(memory, lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET)
                        == position + 1) {
            settle(lane, position, position + 1);
        }
    }

    /**
     * Replaces {@code position} as a lane's oldest pending call by the first pending one at or after {@code from}.
     *
     * <p>Calls are published and ended meanwhile by threads that see the old value and leave the rest to this one, so it
     * looks again after each change until it finds what it has set. Where another thread changed the value meanwhile, it may
     * have announced a younger call than one that left the rest to this thread: then the older one is announced instead.
     */
    private void settle(int lane, long position, long from) {
        int oldest = lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET;
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

    /** Announces a call unless an older one is; returns whether it did. */
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
            long identity = SlotDescriptor.control(EventTag.CALL, position >>> ring.shift, 0);
            if (SlotDescriptor.identity(found) == identity && SlotDescriptor.pending(found)) {
                int candidate = entries.lane(slot);
                VarHandle.loadLoadFence();
                if (candidate == lane && SlotDescriptor.identity(AtomicWords.getAcquire(memory, slot)) == identity) {
                    return position;
                }
            }
        }
        return -1;
    }
}
