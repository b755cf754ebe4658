package dev.rollcall.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A ring of slots: claim one, write its body, publish it.
 *
 * <p>Thread-safe without a lock, and nothing here allocates, blocks or throws. A slot is taken by compare-and-set on its
 * control word, so its body has one owner at any time: a claimer passes over a slot that somebody is still writing, and a
 * thread that slept through a whole turn of the ring finds its slot taken and takes the next.
 */
public abstract sealed class Ring permits CallRing, CopyRing {
    /** The position that {@link #claim} gives when no slot was free in a whole turn. Everything accepts and ignores it. */
    public static final long NONE = -1;

    final ByteBuffer memory;
    final int base;
    final int slots;
    final int shift;
    final LossCounters losses;
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
     * Takes a slot for an event and zeroes its body. The event is invisible until {@link #publish}, and what is claimed
     * must be published: until then its slot is out of use.
     *
     * @return the event's position, growing within a thread; {@link #NONE} when every slot is being written by somebody
     */
    public final long claim(EventTag tag) {
        for (int attempt = 0; attempt < slots; attempt++) {
            long position = AtomicWords.getAndAdd(memory, next, 1);
            int offset = offset(position);
            if (take(offset, SlotDescriptor.control(tag, position >>> shift, SlotDescriptor.LOCKED))) {
                // A reader that sees any store below must also see that the slot changed hands.
                VarHandle.storeStoreFence();
                for (int word = SlotDescriptor.BODY_OFFSET; word < SlotDescriptor.LENGTH; word += Long.BYTES) {
                    memory.putLong(offset + word, 0);
                }
                return position;
            }
            losses.count(skipped);
        }
        losses.count(dropped);
        return NONE;
    }

    /** Makes a claimed event visible, whole. Only the thread that claimed it may call this, once. */
    public final void publish(long position) {
        if (position < 0) {
            return;
        }
        int offset = offset(position);
        long published = SlotDescriptor.identity(AtomicWords.getAcquire(memory, offset)) | SlotDescriptor.PUBLISHED;
        // Volatile and not release only: the summary is read next, and must not be read before this is seen.
        AtomicWords.setVolatile(memory, offset, published);
        published(position, offset, published);
    }

    /** Returns the offset in the file of the slot that a position falls into. */
    final int offset(long position) {
        return base + ((int) position & slots - 1) * SlotDescriptor.LENGTH;
    }

    /** Returns the position that the next claim begins with. */
    final long head() {
        return AtomicWords.getVolatile(memory, next);
    }

    /** Returns the position of what a control word at this offset tells of. */
    final long position(int offset, long control) {
        return SlotDescriptor.generation(control) << shift | (offset - base) / SlotDescriptor.LENGTH;
    }

    /** Takes the slot at this offset, or returns false where it must be passed over. */
    abstract boolean take(int offset, long claimed);

    /** Learns that an event was published. */
    abstract void published(long position, int offset, long control);

    /** Returns whether a slot that holds {@code found} must not be taken under {@code claimed}. */
    static boolean taken(long found, long claimed) {
        return (found & SlotDescriptor.BUSY) != 0
                || found != 0 && SlotDescriptor.generation(found) >= SlotDescriptor.generation(claimed);
    }
}
