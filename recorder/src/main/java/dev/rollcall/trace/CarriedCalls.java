package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Carries pending calls whose slots are needed into their communicators' entries, where updates find them.
 *
 * <p>Each lane of an entry has one place, which keeps the oldest. A copy is published before its slot is taken, so that the
 * call is in the file at any instant, and it counts only from then on: readers and updates look into the slot first.
 * Thread-safe without a lock.
 */
final class CarriedCalls {
    private static final int NOWHERE = 0;
    private static final int BUSY = -1;

    private final CallRing ring;
    private final CallEntries entries;
    private final ByteBuffer memory;

    CarriedCalls(CallRing ring, CallEntries entries) {
        this.ring = ring;
        this.entries = entries;
        this.memory = ring.memory;
    }

    /**
     * Takes the slot of a pending call. The caller has set {@link SlotDescriptor#CARRYING} on the control word {@code found}
     * by compare-and-set, so that nobody else takes the slot; updates go on meanwhile.
     *
     * @return false where the slot must be passed over, which then is as it was
     */
    boolean take(int slot, long found, long claimed) {
        long position = ring.position(slot, found);
        int place = reserve(entries.carried(slot), slot, position);
        if (place == BUSY) {
            StateWord.unlock(memory, slot, SlotDescriptor.CARRYING, 0);
            return false;
        }
        for (; ; ) {
            long now = AtomicWords.getVolatile(memory, slot);
            boolean pending = SlotDescriptor.pending(now);
            boolean updating = (now & (SlotDescriptor.STARTING | SlotDescriptor.ENDING)) != 0;
            if (place != NOWHERE) {
                if (pending && !updating) {
                    copy(slot, now, place, position);
                } else {
                    // From here on the place is free for another thread's call, so it is cleared once.
                    AtomicWords.setVolatile(memory, place, 0);
                    place = NOWHERE;
                }
            }
            if (updating) {
                StateWord.unlock(memory, slot, SlotDescriptor.CARRYING, 0);
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

    /** Locks a place for the call at a position; returns it, {@link #NOWHERE} if an older call keeps it, or {@link #BUSY}. */
    private int reserve(int place, int slot, long position) {
        if (place < 0) {
            return NOWHERE;
        }
        long held = AtomicWords.getVolatile(memory, place);
        if (!SlotDescriptor.pending(AtomicWords.getVolatile(memory, slot))) {
            // It ended since its slot was looked at, and what the place holds may be a call that came after it. Asked
            // after
            // the place was read, so that a call which comes later still makes the exchange below fail.
            return NOWHERE;
        }
        if ((held & SlotDescriptor.BUSY) != 0) {
            return BUSY;
        }
        if (SlotDescriptor.pending(held)) {
            long other = SlotDescriptor.carriedPosition(held);
            if (ring.holds(other)) {
                // Its slot is being taken right now, or will not be after all.
                return BUSY;
            }
            if (other < position) {
                return NOWHERE;
            }
        }
        long locked = SlotDescriptor.carriedIdentity(position) | SlotDescriptor.LOCKED;
        if (!AtomicWords.compareAndSet(memory, place, held, locked)) {
            return BUSY;
        }
        if (SlotDescriptor.pending(held)) {
            ring.losses.count(LossKind.PENDING_OVERWRITTEN);
        }
        return place;
    }

    private void copy(int slot, long control, int place, long position) {
        long identity = SlotDescriptor.carriedIdentity(position);
        AtomicWords.setVolatile(memory, place, identity | SlotDescriptor.LOCKED);
        VarHandle.storeStoreFence();
        for (int word = SlotDescriptor.BODY_OFFSET; word < SlotDescriptor.LENGTH; word += Long.BYTES) {
            memory.putLong(place + word, memory.getLong(slot + word));
        }
        long state = control & (SlotDescriptor.PUBLISHED | SlotDescriptor.STARTED);
        AtomicWords.setVolatile(memory, place, identity | state);
    }

    /** Returns the offset of the carried copy of the call at this position; -1 where there is none. */
    int find(long position) {
        int used = entries.used();
        for (int communicator = 1; communicator <= used; communicator++) {
            for (int kind = 0; kind < CommunicatorDescriptor.LANES; kind++) {
                int place = CommunicatorDescriptor.carried(entries.entry(communicator), kind);
                long held = AtomicWords.getVolatile(memory, place);
                if (SlotDescriptor.carriedPosition(held) == position && (held & SlotDescriptor.PUBLISHED) != 0) {
                    return place;
                }
            }
        }
        return -1;
    }
}
