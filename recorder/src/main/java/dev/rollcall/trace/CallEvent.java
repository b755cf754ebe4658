package dev.rollcall.trace;

/**
 * A collective, a send or a receive. Times are nanoseconds by the monotonic clock.
 *
 * <p>A value that its recorder did not know is absent: the {@code has…} methods tell.
 *
 * @param state how far it got, as the slot's state bits; the methods below read them
 * @param enqueued when it was issued
 * @param started when it began; 0 unless {@link #hasStarted}
 * @param ended when it ended; 0 unless {@link #completed} or {@link #failed}
 * @param sequence its ordinal on the communicator on this rank, from 1, among collectives or among sends and receives
 * @param countIn elements it reads on this rank; 0 unless {@link #hasCountIn}
 * @param countOut elements it writes on this rank; 0 unless {@link #hasCountOut}
 * @param listHash hash of its lists, see {@link ListHash}; 0 unless {@link #hasListHash}
 * @param buffer where its first buffer begins; 0 where unknown
 * @param stream handle of its stream; 0 where unknown
 * @param communicator number of its communicator's entry, from 1; 0 for none
 * @param operation what it does
 * @param type the type of its elements
 * @param reduction how it combines them
 * @param rootOrPeer rank in the communicator; 0 unless {@link #hasRootOrPeer}
 * @param messageTag the tag of a send or a receive; 0 unless {@link #hasMessageTag}
 * @param stack id of its stack in the heap; 0 where unknown
 * @param thread id of its thread's name in the heap; 0 where unknown
 * @param function id of the library's function in the heap; 0 where unknown
 * @param text id of the error's text in the heap; 0 unless {@link #failed}
 * @param inputList id of the list of counts it reads, in the heap; 0 for none
 * @param outputList id of the list of counts it writes, in the heap; 0 for none
 * @param group number of the group it was issued in; 0 for none
 * @param flags the slot's flags
 */
public record CallEvent(
        int state,
        long enqueued,
        long started,
        long ended,
        long sequence,
        long countIn,
        long countOut,
        long listHash,
        long buffer,
        long stream,
        int communicator,
        Operation operation,
        ElementType type,
        Reduction reduction,
        int rootOrPeer,
        int messageTag,
        int stack,
        int thread,
        int function,
        int text,
        int inputList,
        int outputList,
        int group,
        int flags)
        implements Event {

    @Override
    public EventTag tag() {
        return EventTag.CALL;
    }

    /** Returns whether its start is known. */
    public boolean hasStarted() {
        return (state & SlotDescriptor.STARTED) != 0;
    }

    /** Returns whether it ended well. */
    public boolean completed() {
        return (state & SlotDescriptor.COMPLETED) != 0;
    }

    /** Returns whether it ended in an error. */
    public boolean failed() {
        return (state & SlotDescriptor.FAILED) != 0;
    }

    /** Returns whether what became of it cannot be known. */
    public boolean unknown() {
        return (state & SlotDescriptor.ENDED) == SlotDescriptor.UNKNOWN;
    }

    /** Returns whether nothing tells of its end, though its end would have been told. */
    public boolean pending() {
        return (state & SlotDescriptor.ENDED) == 0;
    }

    /** Returns whether its sequence number counts sends and receives, not collectives. */
    public boolean pointToPoint() {
        return has(CallDescriptor.POINT_TO_POINT);
    }

    /** Returns whether it returns only when it is done. */
    public boolean blocking() {
        return has(CallDescriptor.BLOCKING);
    }

    /** Returns whether {@link #countIn} is known. */
    public boolean hasCountIn() {
        return has(CallDescriptor.HAS_COUNT_IN);
    }

    /** Returns whether {@link #countOut} is known. */
    public boolean hasCountOut() {
        return has(CallDescriptor.HAS_COUNT_OUT);
    }

    /** Returns whether {@link #rootOrPeer} is known. */
    public boolean hasRootOrPeer() {
        return has(CallDescriptor.HAS_ROOT_OR_PEER);
    }

    /** Returns whether {@link #messageTag} is known. */
    public boolean hasMessageTag() {
        return has(CallDescriptor.HAS_MESSAGE_TAG);
    }

    /** Returns whether {@link #listHash} is known. */
    public boolean hasListHash() {
        return has(CallDescriptor.HAS_LIST_HASH);
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
