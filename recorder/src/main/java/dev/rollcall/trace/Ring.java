package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A ring of slots. A writer claims a slot, writes its body and publishes it.
 *
 * <p>Thread-safe without a lock; nothing here allocates, blocks or throws. A slot is taken by compare-and-set on its control
 * word, so its body has one owner at any time: a claimer passes over a slot that another thread is writing, and a thread that
 * slept through a whole turn of the ring finds its slot taken and takes the next.
 */
public abstract class Ring {
    /** The position that {@link #claim} returns when no slot was free. All methods accept and ignore it. */
    public static final long NONE = -1;

    final ByteBuffer memory;
    final int slots;
    final LossCounters losses;
    private final int base;
    private final int shift;
    private final int next;
    private final LossKind skipped;
    private final LossKind dropped;

    Ring(ByteBuffer memory, int base, int slots, int next, LossCounters losses, LossKind skipped, LossKind dropped) {
        this.memory = memory;
        this.base = base;
        this.slots = slots;
        this.shift = Integer.numberOfTrailingZeros(slots);
        this.next = next;
        this.losses = losses;
        this.skipped = skipped;
        this.dropped = dropped;
    }

    /**
     * Takes a slot for an event and zeroes its body. The event is invisible until {@link #publish}. A claimed slot must be
     * published; until then it is out of use.
     *
     * @return the event's position, which grows within a thread; {@link #NONE} when other threads were writing every slot for two turns
     */
    public final long claim(EventTag tag) {
        for (int attempt = 0; attempt < 2 * slots; attempt++) {
            long position = AtomicWords.getAndAdd(memory, next, 1);
            int offset = offset(position);
            if (take(offset, identity(tag, position) | Slot.LOCKED, attempt >= slots)) {
                // A reader that sees any store below must also see that the slot was reused.
                VarHandle.storeStoreFence();
                for (int word = Slot.BODY_OFFSET; word < Slot.LENGTH; word += Long.BYTES) {
                    memory.putLong(offset + word, 0);
                }
                return position;
            }
            losses.count(skipped);
        }
        losses.count(dropped);
        return NONE;
    }

    /** Makes a claimed event visible. Only the thread that claimed it may call this, once. */
    public final void publish(long position) {
        if (position < 0) {
            return;
        }
        int offset = offset(position);
        long published = Slot.identity(AtomicWords.getAcquire(memory, offset)) | Slot.PUBLISHED;
        // Volatile, not only release: the lane is read next, and must not be read before this is visible.
        AtomicWords.setVolatile(memory, offset, published);
        published(position, offset, published);
    }

    /** Returns the offset in the file of the slot of a position. */
    final int offset(long position) {
        return base + ((int) position & slots - 1) * Slot.LENGTH;
    }

    /** Returns the next position to be claimed. */
    final long head() {
        return AtomicWords.getVolatile(memory, next);
    }

    /** Returns the position of the event in the slot at this offset, given the slot's control word. */
    final long position(int offset, long control) {
        return Slot.generation(control) << shift | (offset - base) / Slot.LENGTH;
    }

    /** Returns the {@link Slot#identity} of an event at a position. */
    final long identity(EventTag tag, long position) {
        return Slot.control(tag, position >>> shift, 0);
    }

    /** Returns whether the event at a position is still in its slot. */
    final boolean holds(EventTag tag, long position) {
        return Slot.identity(AtomicWords.getVolatile(memory, offset(position))) == identity(tag, position);
    }

    /**
     * Takes the slot at this offset; returns false where it must be passed over. Where {@code anyway} is set, every slot of the
     * ring was passed over, and only a slot that another thread is writing still has to be.
     */
    abstract boolean take(int offset, long claimed, boolean anyway);

    /** Follows up on an event that was just published. */
    abstract void published(long position, int offset, long control);

    /** Returns whether a slot with the control word {@code found} must not be taken under {@code claimed}. */
    static boolean taken(long found, long claimed) {
        return (found & Slot.BUSY) != 0 || found != 0 && Slot.generation(found) >= Slot.generation(claimed);
    }
}
