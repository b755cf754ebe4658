package dev.rollcall.trace;

import java.util.function.Consumer;

/**
 * Walks the calls of a ring in the order of their positions and gives their fields without making objects of them. For one
 * thread.
 *
 * <p>The fields are those of {@link CallEvent}, which says what they mean. {@link #next} copies the whole slot, so all fields
 * are of one call, whatever the job writes meanwhile.
 */
public final class CallCursor {
    private static final int CALL = EventTag.CALL.code();

    private final SlotCursor cursor;
    private final SlotReader slot;
    private final Consumer<Event> others;

    CallCursor(SlotCursor cursor, Consumer<Event> others) {
        this.cursor = cursor;
        this.slot = cursor.slot;
        this.others = others;
    }

    /** Goes to the next call; returns false after the last. */
    public boolean next() {
        while (cursor.next()) {
            if (SlotDescriptor.tag(slot.control()) == CALL) {
                return true;
            }
            Event other = EventDecoder.event(slot);
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

    /** Returns the whole call. */
    public CallEvent call() {
        return EventDecoder.call(slot);
    }

    /** Returns whether nothing tells of its end. */
    public boolean pending() {
        return !slot.has(SlotDescriptor.ENDED);
    }

    /** Returns whether its start is known. */
    public boolean hasStarted() {
        return slot.has(SlotDescriptor.STARTED);
    }

    /** Returns whether it ended well. */
    public boolean completed() {
        return slot.has(SlotDescriptor.COMPLETED);
    }

    /** Returns whether it ended in an error. */
    public boolean failed() {
        return slot.has(SlotDescriptor.FAILED);
    }

    /** Returns whether what became of it cannot be known. */
    public boolean unknown() {
        return slot.has(SlotDescriptor.UNKNOWN) && !completed() && !failed();
    }

    /** Returns when it was issued. */
    public long enqueued() {
        return slot.getLong(CallDescriptor.ENQUEUED_OFFSET);
    }

    /** Returns when it began; 0 unless {@link #hasStarted}. */
    public long started() {
        return hasStarted() ? slot.getLong(CallDescriptor.STARTED_OFFSET) : 0;
    }

    /** Returns when it ended; 0 unless {@link #completed} or {@link #failed}. */
    public long ended() {
        return completed() || failed() ? slot.getLong(CallDescriptor.ENDED_OFFSET) : 0;
    }

    /** Returns its ordinal on its communicator. */
    public long sequence() {
        return slot.getLong(CallDescriptor.SEQUENCE_OFFSET);
    }

    /** Returns whether its sequence number counts sends and receives. */
    public boolean pointToPoint() {
        return has(CallDescriptor.POINT_TO_POINT);
    }

    /** Returns whether it returns only when it is done. */
    public boolean blocking() {
        return has(CallDescriptor.BLOCKING);
    }

    /** Returns the number of its communicator's entry. */
    public int communicator() {
        return slot.getInt(CallDescriptor.COMMUNICATOR_OFFSET);
    }

    /** Returns the code of its operation, which {@link Operation#ofCode} names. */
    public int operationCode() {
        return slot.getUnsignedShort(CallDescriptor.OPERATION_OFFSET);
    }

    /** Returns the code of its element type, which {@link ElementType#ofCode} names. */
    public int typeCode() {
        return slot.getUnsignedByte(CallDescriptor.TYPE_OFFSET);
    }

    /** Returns the code of its reduction, which {@link Reduction#ofCode} names. */
    public int reductionCode() {
        return slot.getUnsignedByte(CallDescriptor.REDUCTION_OFFSET);
    }

    /** Returns whether {@link #countIn} is known. */
    public boolean hasCountIn() {
        return has(CallDescriptor.HAS_COUNT_IN);
    }

    /** Returns how many elements it reads. */
    public long countIn() {
        return slot.getLong(CallDescriptor.COUNT_IN_OFFSET);
    }

    /** Returns whether {@link #countOut} is known. */
    public boolean hasCountOut() {
        return has(CallDescriptor.HAS_COUNT_OUT);
    }

    /** Returns how many elements it writes. */
    public long countOut() {
        return slot.getLong(CallDescriptor.COUNT_OUT_OFFSET);
    }

    /** Returns whether {@link #listHash} is known. */
    public boolean hasListHash() {
        return has(CallDescriptor.HAS_LIST_HASH);
    }

    /** Returns the hash of its lists. */
    public long listHash() {
        return slot.getLong(CallDescriptor.LIST_HASH_OFFSET);
    }

    /** Returns whether {@link #rootOrPeer} is known. */
    public boolean hasRootOrPeer() {
        return has(CallDescriptor.HAS_ROOT_OR_PEER);
    }

    /** Returns its root or peer. */
    public int rootOrPeer() {
        return slot.getInt(CallDescriptor.ROOT_OR_PEER_OFFSET);
    }

    /** Returns whether {@link #messageTag} is known. */
    public boolean hasMessageTag() {
        return has(CallDescriptor.HAS_MESSAGE_TAG);
    }

    /** Returns the tag of a send or receive. */
    public int messageTag() {
        return slot.getInt(CallDescriptor.MESSAGE_TAG_OFFSET);
    }

    /** Returns the id of its stack. */
    public int stack() {
        return slot.getInt(CallDescriptor.STACK_OFFSET);
    }

    /** Returns the id of its thread's name. */
    public int thread() {
        return slot.getInt(CallDescriptor.THREAD_OFFSET);
    }

    /** Returns the id of the library's function. */
    public int function() {
        return slot.getInt(CallDescriptor.FUNCTION_OFFSET);
    }

    /** Returns the number of the group it was issued in. */
    public int group() {
        return slot.getInt(CallDescriptor.GROUP_OFFSET);
    }

    private boolean has(int flag) {
        return (slot.getUnsignedShort(CallDescriptor.FLAGS_OFFSET) & flag) != 0;
    }
}
