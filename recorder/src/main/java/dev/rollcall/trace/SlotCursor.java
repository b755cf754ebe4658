package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Walks the whole slots of a ring in the order of their positions. For one thread.
 *
 * <p>Nearly always a ring holds the positions of its last turn. A slot that was claimed and not taken (its writer was
 * killed in between, or passed it over) still holds an older event, which comes first.
 */
final class SlotCursor {
    private final ByteBuffer memory;
    private final int base;
    private final int slots;
    private final int shift;
    private final long[] older;
    private final long head;
    private int olderRead;
    private long position;
    final SlotReader slot = new SlotReader();

    SlotCursor(ByteBuffer memory, int base, int slots, long head) {
        this.memory = memory;
        this.base = base;
        this.slots = slots;
        this.shift = Integer.numberOfTrailingZeros(slots);
        this.head = head;
        long first = Math.max(0, head - slots);
        this.older = older(first);
        this.position = first - 1;
    }

    private long[] older(long first) {
        long[] found = new long[0];
        int count = 0;
        int used = (int) Math.min(slots, head);
        for (int index = 0; index < used && present(index); index++) {
            long control = AtomicWords.getAcquire(memory, offset(index));
            long held = SlotDescriptor.generation(control) << shift | index;
            if ((control & SlotDescriptor.PUBLISHED) != 0 && held < first) {
                found = count == found.length ? Arrays.copyOf(found, 2 * count + 4) : found;
                found[count++] = held;
            }
        }
        found = Arrays.copyOf(found, count);
        Arrays.sort(found);
        return found;
    }

    /** Goes to the next whole slot; returns false after the last. */
    boolean next() {
        while (olderRead < older.length) {
            if (load(older[olderRead++], slot)) {
                return true;
            }
        }
        while (position < head - 1) {
            if (load(++position, slot)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the position of the slot that {@link #next} went to. */
    long position() {
        boolean inTurn = olderRead == older.length && position >= Math.max(0, head - slots);
        return inTurn ? position : older[olderRead - 1];
    }

    /** Loads the event at a position; returns false where the ring does not hold it whole. */
    boolean load(long wanted, SlotReader view) {
        int index = (int) wanted & slots - 1;
        return wanted >= 0
                && present(index)
                && view.load(memory, offset(index))
                && SlotDescriptor.generation(view.control()) == wanted >>> shift;
    }

    private boolean present(int index) {
        return offset(index) <= memory.limit() - SlotDescriptor.LENGTH;
    }

    private int offset(int index) {
        return base + index * SlotDescriptor.LENGTH;
    }
}
