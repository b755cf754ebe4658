package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Carries pending calls whose slots are needed into their communicators' entries, where updates find them.
 *
 * <p>Each lane of an entry has one place, which keeps the oldest such call. The copy is published before the slot is taken,
 * so the call is in the file at any instant. The copy counts only once the slot is taken: readers and updates look into the
 * slot first. Thread-safe without a lock.
 */
final class CarriedCalls {
    private static final int NOWHERE = 0;
    private static final int BUSY = -1;

    private final Ring ring;
    private final CommunicatorTable table;
    private final ByteBuffer memory;

    CarriedCalls(Ring ring, CommunicatorTable table) {
        this.ring = ring;
        this.table = table;
        this.memory = ring.memory;
    }

    /**
     * Takes the slot of a pending call. The caller has set {@link Slot#CARRYING} on the control word {@code found} by
     * compare-and-set, so no other thread takes the slot; updates of the call go on meanwhile.
     *
     * @param anyway takes the slot without keeping its call where the place is in use: one thread that the system suspended in
     *     here would otherwise keep a ring full of its lane's pending calls from taking any new call
     * @return false where the slot must be passed over; it is unchanged then
     */
    boolean take(int slot, long found, long claimed, boolean anyway) {
        long position = ring.position(slot, found);
        int place = reserve(table.carriedOf(slot), slot, position);
        if (place == BUSY && anyway) {
            place = NOWHERE;
        }
        if (place == BUSY) {
            Slot.unlock(memory, slot, Slot.CARRYING, 0);
            return false;
        }
        for (; ; ) {
            long now = AtomicWords.getVolatile(memory, slot);
            boolean pending = Slot.pending(now);
            boolean updating = (now & (Slot.STARTING | Slot.ENDING)) != 0;
            if (place != NOWHERE) {
                if (pending && !updating) {
                    copy(slot, now, place, position);
                } else {
                    // Clears the place once only: from here on it is free for another thread's call.
                    AtomicWords.setVolatile(memory, place, 0);
                    place = NOWHERE;
                }
            }
            if (updating) {
                Slot.unlock(memory, slot, Slot.CARRYING, 0);
                return false;
            }
            if (AtomicWords.compareAndSet(memory, slot, now, claimed)) {
                if (pending && place == NOWHERE) {
                    ring.losses.count(LossKind.PENDING_OVERWRITTEN);
                }
                return true;
            }
        }
    }

    /**
     * Locks a place for the call at a position; returns it, {@link #NOWHERE} if there is none or an older call keeps it, or
     * {@link #BUSY}.
     */
    private int reserve(int place, int slot, long position) {
        if (place < 0) {
            return NOWHERE;
        }
        long held = AtomicWords.getVolatile(memory, place);
        if (!Slot.pending(AtomicWords.getVolatile(memory, slot))) {
            // The call ended after its slot was examined, so the place may hold a later call. This check follows the
            // reading of the place, so that a call which is carried there after it makes the compare-and-set below
            // fail.
            return NOWHERE;
        }
        if ((held & Slot.BUSY) != 0) {
            return BUSY;
        }
        if (Slot.pending(held)) {
            long other = Slot.carriedPosition(held);
            if (ring.holds(EventTag.CALL, other)) {
                // Another thread is taking that call's slot, and may still give up.
                return BUSY;
            }
            if (other < position) {
                return NOWHERE;
            }
        }
        long locked = Slot.carriedIdentity(position) | Slot.LOCKED;
        if (!AtomicWords.compareAndSet(memory, place, held, locked)) {
            return BUSY;
        }
        if (Slot.pending(held)) {
            ring.losses.count(LossKind.PENDING_OVERWRITTEN);
        }
        return place;
    }

    private void copy(int slot, long control, int place, long position) {
        long identity = Slot.carriedIdentity(position);
        AtomicWords.setVolatile(memory, place, identity | Slot.LOCKED);
        VarHandle.storeStoreFence();
        for (int word = Slot.BODY_OFFSET; word < Slot.LENGTH; word += Long.BYTES) {
            memory.putLong(place + word, memory.getLong(slot + word));
        }
        long state = control & (Slot.PUBLISHED | Slot.STARTED);
        AtomicWords.setVolatile(memory, place, identity | state);
    }

    /** Returns the offset of the carried copy of the call at this position; -1 where there is none. */
    int find(long position) {
        int used = table.used();
        for (int communicator = 1; communicator <= used; communicator++) {
            for (int lane = 0; lane < CommunicatorTable.LANES; lane++) {
                int place = CommunicatorTable.carried(table.entry(communicator), lane);
                long held = AtomicWords.getVolatile(memory, place);
                if (Slot.carriedPosition(held) == position && (held & Slot.PUBLISHED) != 0) {
                    return place;
                }
            }
        }
        return -1;
    }
}
