package dev.rollcall.trace;

import java.util.function.Consumer;

/**
 * Walks the calls of a ring in the order of their positions and returns their fields without making an object for each. For
 * one thread.
 *
 * <p>The fields are those of {@link CallEvent}, which explains them. {@link #next} copies the whole slot, so all fields are of
 * the same call, even while the job writes.
 */
public final class CallCursor {
    private final EventCursor cursor;
    private final SlotReader slot;
    private final Consumer<Event> others;

    CallCursor(EventCursor cursor, Consumer<Event> others) {
        this.cursor = cursor;
        this.slot = cursor.slot;
        this.others = others;
    }

    /** Goes to the next call; returns false after the last. */
    public boolean next() {
        while (cursor.nextSlot()) {
            if (slot.tag() == EventTag.CALL) {
                return true;
            }
            Event other = cursor.decode();
            if (other != null) {
                others.accept(other);
            }
        }
        return false;
    }

    /** Returns the position of the call. */
    public long position() {
        return cursor.position();
    }

    /** Returns the call as a record. */
    public CallEvent call() {
        return CallEvent.read(slot);
    }

    /** Returns whether its start time is known. */
    public boolean hasStarted() {
        return slot.has(Slot.STARTED);
    }

    /** Returns whether it succeeded. */
    public boolean completed() {
        return slot.has(Slot.COMPLETED);
    }

    /** Returns whether it failed. */
    public boolean failed() {
        return slot.has(Slot.FAILED);
    }

    /** Returns whether its outcome cannot be known. */
    public boolean unknown() {
        return slot.has(Slot.UNKNOWN) && !completed() && !failed();
    }

    /** Returns when it was issued. */
    public long enqueued() {
        return slot.getLong(CallEvent.ENQUEUED_OFFSET);
    }

    /** Returns when it began; 0 unless {@link #hasStarted}. */
    public long started() {
        return hasStarted() ? slot.getLong(CallEvent.STARTED_OFFSET) : 0;
    }

    /** Returns when it ended; 0 unless {@link #completed} or {@link #failed}. */
    public long ended() {
        return completed() || failed() ? slot.getLong(CallEvent.ENDED_OFFSET) : 0;
    }

    /** Returns its sequence number. */
    public long sequence() {
        return slot.getLong(CallEvent.SEQUENCE_OFFSET);
    }

    /** Returns whether its sequence number is in the lane of sends and receives. */
    public boolean pointToPoint() {
        return has(CallEvent.POINT_TO_POINT);
    }

    /** Returns the number of its communicator's entry. */
    public int communicator() {
        return slot.getInt(CallEvent.COMMUNICATOR_OFFSET);
    }

    /** Returns the code of its operation, see {@link Operation#ofCode}. */
    public int operationCode() {
        return slot.getUnsignedShort(CallEvent.OPERATION_OFFSET);
    }

    /** Returns the code of its element type, see {@link ElementType#ofCode}. */
    public int typeCode() {
        return slot.getUnsignedByte(CallEvent.TYPE_OFFSET);
    }

    /** Returns the code of its reduction, see {@link Reduction#ofCode}. */
    public int reductionCode() {
        return slot.getUnsignedByte(CallEvent.REDUCTION_OFFSET);
    }

    /** Returns whether {@link #countIn} is known. */
    public boolean hasCountIn() {
        return has(CallEvent.HAS_COUNT_IN);
    }

    /** Returns the number of elements that it reads. */
    public long countIn() {
        return slot.getLong(CallEvent.COUNT_IN_OFFSET);
    }

    /** Returns whether {@link #countOut} is known. */
    public boolean hasCountOut() {
        return has(CallEvent.HAS_COUNT_OUT);
    }

    /** Returns the number of elements that it writes. */
    public long countOut() {
        return slot.getLong(CallEvent.COUNT_OUT_OFFSET);
    }

    /** Returns whether {@link #listHash} is known. */
    public boolean hasListHash() {
        return has(CallEvent.HAS_LIST_HASH);
    }

    /** Returns the hash of its lists. */
    public long listHash() {
        return slot.getLong(CallEvent.LIST_HASH_OFFSET);
    }

    /** Returns whether {@link #rootOrPeer} is known. */
    public boolean hasRootOrPeer() {
        return has(CallEvent.HAS_ROOT_OR_PEER);
    }

    /** Returns its root or peer. */
    public int rootOrPeer() {
        return slot.getInt(CallEvent.ROOT_OR_PEER_OFFSET);
    }

    /** Returns whether {@link #messageTag} is known. */
    public boolean hasMessageTag() {
        return has(CallEvent.HAS_MESSAGE_TAG);
    }

    /** Returns the tag of a send or receive. */
    public int messageTag() {
        return slot.getInt(CallEvent.MESSAGE_TAG_OFFSET);
    }

    /** Returns the heap id of its stack. */
    public int stack() {
        return slot.getInt(CallEvent.STACK_OFFSET);
    }

    /** Returns the heap id of its thread's name. */
    public int thread() {
        return slot.getInt(CallEvent.THREAD_OFFSET);
    }

    /** Returns the heap id of the name of the library's function. */
    public int function() {
        return slot.getInt(CallEvent.FUNCTION_OFFSET);
    }

    private boolean has(int flag) {
        return (slot.getUnsignedShort(CallEvent.FLAGS_OFFSET) & flag) != 0;
    }
}
