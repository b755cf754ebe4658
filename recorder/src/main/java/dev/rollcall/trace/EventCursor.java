package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Walks the events of a ring in the order of their positions, as the ring was when the cursor was made, less what was
 * overwritten since. For one thread.
 *
 * <p>Usually a ring holds the positions of its last turn. A slot that was claimed but not taken (its writer was killed in
 * between, or passed it over) still holds an older event; those come first.
 */
public final class EventCursor {
    private final ByteBuffer memory;
    private final int base;
    private final int slots;
    private final int shift;
    private final long head;
    private final long[] older;
    private final SlotReader continuation = new SlotReader();
    private int olderRead;
    private long next;
    private long position;
    private Event event;
    /** The slot that {@link #nextSlot} or {@link #seek} found. */
    final SlotReader slot = new SlotReader();

    /** Makes a cursor over the positions before {@code head}. */
    EventCursor(ByteBuffer memory, int base, int slots, long head) {
        this.memory = memory;
        this.base = base;
        this.slots = slots;
        this.shift = Integer.numberOfTrailingZeros(slots);
        this.head = head;
        this.next = Math.max(0, head - slots);
        this.older = older(next);
    }

    private long[] older(long first) {
        long[] found = new long[0];
        int count = 0;
        int used = (int) Math.min(slots, head);
        for (int index = 0; index < used && present(index); index++) {
            long control = AtomicWords.getAcquire(memory, offset(index));
            long held = Slot.generation(control) << shift | index;
            if ((control & Slot.PUBLISHED) != 0 && held < first) {
                found = count == found.length ? Arrays.copyOf(found, 2 * count + 4) : found;
                found[count++] = held;
            }
        }
        found = Arrays.copyOf(found, count);
        Arrays.sort(found);
        return found;
    }

    /** Goes to the next event; returns false after the last. Skips kinds of events that this version does not know. */
    public boolean next() {
        while (nextSlot()) {
            event = decode();
            if (event != null) {
                return true;
            }
        }
        event = null;
        return false;
    }

    /** Returns the position of the event. */
    public long position() {
        return position;
    }

    /** Returns the event; null before the first and after the last. */
    public Event event() {
        return event;
    }

    /** Goes to the next complete slot; returns false after the last. */
    boolean nextSlot() {
        while (olderRead < older.length) {
            if (seek(older[olderRead++])) {
                return true;
            }
        }
        while (next < head) {
            if (seek(next++)) {
                return true;
            }
        }
        return false;
    }

    /** Goes to the slot of a position; returns false where the ring does not hold it complete. */
    boolean seek(long wanted) {
        if (!load(wanted, slot)) {
            return false;
        }
        position = wanted;
        return true;
    }

    private boolean load(long wanted, SlotReader into) {
        int index = (int) wanted & slots - 1;
        return wanted >= 0
                && present(index)
                && into.load(memory, offset(index))
                && Slot.generation(into.control()) == wanted >>> shift;
    }

    private boolean present(int index) {
        return offset(index) <= memory.limit() - Slot.LENGTH;
    }

    private int offset(int index) {
        return base + index * Slot.LENGTH;
    }

    /** Returns the event in the slot; null for a tag of a later version, and for a continuation. */
    Event decode() {
        return switch (slot.tag()) {
            case CALL -> CallEvent.read(slot);
            case GROUP_START -> GroupEvent.read(slot, false);
            case GROUP_END -> GroupEvent.read(slot, true);
            case COMMUNICATOR -> CommunicatorEvent.read(slot);
            case COPY -> CopyEvent.read(slot, volume());
            case BUFFER -> BufferEvent.read(slot);
            case DEVICE_ERROR -> DeviceErrorEvent.read(slot);
            case STEP -> StepEvent.read(slot);
            case THREAD -> ThreadEvent.read(slot);
            case END -> EndEvent.read(slot);
            case MISPLACED -> MisplacedEvent.read(slot);
            case WINDOW -> WindowEvent.read(slot);
            case RESULT -> ResultEvent.read(slot);
            case CONTINUATION, EMPTY -> null;
        };
    }

    private CopyVolume volume() {
        long after = CopyEvent.continuedAfter(slot);
        return after != 0 && load(position + after, continuation) ? CopyVolume.read(continuation, position) : null;
    }
}
