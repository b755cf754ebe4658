package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Keeps what each communicator's entry tells of its pending calls: the oldest one's position, and the oldest one itself
 * when its slot was needed. Collectives, and sends and receives, are told apart, each with a <em>lane</em> of the entry.
 *
 * <p>Thread-safe without a lock.
 */
final class PendingCalls {
    /** The place for the carried call is being written; the slot must be passed over. */
    static final int BUSY = -1;
    /** The call has no communicator, or an older one holds its place. */
    static final int NOWHERE = 0;

    private final CallRing ring;
    private final ByteBuffer memory;
    private final int table;
    private final int communicators;

    PendingCalls(CallRing ring, FileLayout layout) {
        this.ring = ring;
        this.memory = ring.memory;
        this.table = layout.table();
        this.communicators = layout.communicators();
    }

    /** Returns the offset of the lane of the call whose body is at {@code place}; -1 where it has no communicator. */
    int lane(int place) {
        int entry = entry(memory.getInt(place + CallDescriptor.COMMUNICATOR_OFFSET));
        return entry < 0 ? -1 : CommunicatorDescriptor.lane(entry, kind(place));
    }

    private int kind(int place) {
        return memory.getShort(place + CallDescriptor.FLAGS_OFFSET) & CallDescriptor.POINT_TO_POINT;
    }

    private int entry(int communicator) {
        return communicator < 1 || communicator > communicators
                ? -1
                : table + (communicator - 1) * CommunicatorDescriptor.LENGTH;
    }

    /** Learns that the caller published a call; the caller's slot may be ended or reused by now. */
    void published(long position, int offset, long control) {
        int lane = lane(offset);
        VarHandle.loadLoadFence();
        if (lane < 0 || SlotDescriptor.identity(Words.getAcquire(memory, offset)) != SlotDescriptor.identity(control)) {
            return;
        }
        int oldest = lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET;
        for (; ; ) {
            long found = Words.getVolatile(memory, oldest);
            if (found != 0 && found <= position + 1) {
                return;
            }
            if (Words.compareAndSet(memory, oldest, found, position + 1)) {
                break;
            }
        }
        if (Words.getVolatile(memory, offset) != control) {
            // It may have ended before it was announced as the oldest; then nobody else will take it back.
            settle(lane, position, position);
        }
    }

    /** Learns that a call ended, which must be visible before this is called. */
    void ended(int lane, long position) {
        if (lane >= 0
                && Words.getVolatile(memory, lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET) == position + 1) {
            settle(lane, position, position + 1);
        }
    }

    /**
     * Replaces {@code position} as a lane's oldest pending call by the first pending one at or after {@code from}.
     *
     * <p>Calls are published and ended meanwhile by threads that see the old value and leave the rest to this one, so it
     * looks again after each change until it finds what it has set. Who changes the value first takes over.
     */
    private void settle(int lane, long position, long from) {
        int oldest = lane + CommunicatorDescriptor.OLDEST_PENDING_OFFSET;
        long expected = position + 1;
        long first = firstPending(lane, from);
        while (Words.compareAndSet(memory, oldest, expected, first + 1)) {
            long again = firstPending(lane, from);
            if (again == first) {
                return;
            }
            expected = first + 1;
            first = again;
        }
    }

    /** Returns the position of the first pending call of a lane in the ring at or after {@code from}, or -1. */
    private long firstPending(int lane, long from) {
        long head = ring.head();
        for (long position = Math.max(from, head - ring.slots); position < head; position++) {
            int slot = ring.offset(position);
            long found = Words.getVolatile(memory, slot);
            long identity = SlotDescriptor.control(EventTag.CALL, position >>> ring.shift, 0);
            if (SlotDescriptor.identity(found) == identity && SlotDescriptor.pending(found)) {
                int candidate = lane(slot);
                VarHandle.loadLoadFence();
                if (candidate == lane && SlotDescriptor.identity(Words.getAcquire(memory, slot)) == identity) {
                    return position;
                }
            }
        }
        return -1;
    }

    /**
     * Copies a pending call, found in a slot under the control word {@code found}, into its communicator's entry. The copy
     * is published before the slot is taken, so that the call is in the file at any instant.
     *
     * @return the copy's offset, {@link #BUSY} or {@link #NOWHERE}
     */
    int carry(int slot, long found) {
        int entry = entry(memory.getInt(slot + CallDescriptor.COMMUNICATOR_OFFSET));
        int place = entry < 0 ? NOWHERE : CommunicatorDescriptor.carried(entry, kind(slot));
        VarHandle.loadLoadFence();
        if (place == NOWHERE || Words.getAcquire(memory, slot) != found) {
            return NOWHERE;
        }
        long position = ring.position(slot, found);
        long held = Words.getVolatile(memory, place);
        boolean mine = SlotDescriptor.carriedPosition(held) == position;
        if ((held & SlotDescriptor.BUSY) != 0 || SlotDescriptor.pending(held) && mine) {
            return BUSY;
        }
        if (SlotDescriptor.pending(held) && SlotDescriptor.carriedPosition(held) < position) {
            return NOWHERE;
        }
        long identity = SlotDescriptor.carriedIdentity(position);
        if (!Words.compareAndSet(memory, place, held, identity | SlotDescriptor.LOCKED)) {
            return BUSY;
        }
        if (SlotDescriptor.pending(held)) {
            ring.losses.count(LossKind.PENDING_OVERWRITTEN);
        }
        VarHandle.storeStoreFence();
        for (int word = SlotDescriptor.BODY_OFFSET; word < SlotDescriptor.LENGTH; word += Long.BYTES) {
            memory.putLong(place + word, memory.getLong(slot + word));
        }
        VarHandle.loadLoadFence();
        if (Words.getAcquire(memory, slot) != found) {
            Words.setRelease(memory, place, 0);
            return BUSY;
        }
        Words.setVolatile(memory, place, carriedControl(position, found));
        return place;
    }

    /** Takes a copy back whose slot could not be taken after all. */
    void retract(int carried, long position, long found) {
        if (carried > NOWHERE) {
            Words.compareAndSet(memory, carried, carriedControl(position, found), 0);
        }
    }

    /** Returns the offset of the carried copy of the call at this position; -1 where there is none. */
    int findCarried(long position) {
        int used = Math.min(memory.getInt(HeaderDescriptor.COMMUNICATORS_USED_OFFSET), communicators);
        for (int communicator = 1; communicator <= used; communicator++) {
            for (int kind = 0; kind < CommunicatorDescriptor.LANES; kind++) {
                int place = CommunicatorDescriptor.carried(entry(communicator), kind);
                long held = Words.getVolatile(memory, place);
                if (SlotDescriptor.carriedPosition(held) == position && (held & SlotDescriptor.PUBLISHED) != 0) {
                    return place;
                }
            }
        }
        return -1;
    }

    private static long carriedControl(long position, long found) {
        return SlotDescriptor.carriedIdentity(position) | found & (SlotDescriptor.PUBLISHED | SlotDescriptor.STARTED);
    }
}
