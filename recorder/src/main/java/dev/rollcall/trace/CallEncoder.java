package dev.rollcall.trace;

/**
 * Writes the body of a claimed CALL slot. A field that is not set stays unknown.
 *
 * <p>For one thread, which uses it for each of its calls. Nothing here allocates:
 *
 * <pre>{@code
 * long position = ring.claim(EventTag.CALL);
 * encoder.wrap(position).enqueued(System.nanoTime()).sequence(n).operation(ALL_REDUCE)…;
 * ring.publish(position);
 * }</pre>
 */
public final class CallEncoder {
    private final SlotWriter slot;
    private int flags;

    /** Makes an encoder for calls of this ring. */
    public CallEncoder(CallRing ring) {
        slot = new SlotWriter(ring);
    }

    /** Moves to the slot that was claimed at this position. After {@link Ring#NONE} everything is discarded. */
    public CallEncoder wrap(long position) {
        slot.use(position);
        flags = 0;
        return this;
    }

    /** Sets when it was issued, in nanoseconds of the monotonic clock. */
    public CallEncoder enqueued(long nanos) {
        slot.putLong(CallEvent.ENQUEUED_OFFSET, nanos);
        return this;
    }

    /** Sets its communicator and its sequence number among the collectives. */
    public CallEncoder collective(CommunicatorWriter communicator, long sequence) {
        slot.putInt(CallEvent.COMMUNICATOR_OFFSET, communicator.index());
        slot.putLong(CallEvent.SEQUENCE_OFFSET, sequence);
        return this;
    }

    /** Sets its communicator and its sequence number among the sends and receives. */
    public CallEncoder pointToPoint(CommunicatorWriter communicator, long sequence) {
        return collective(communicator, sequence).flag(CallEvent.POINT_TO_POINT);
    }

    /** Sets what it does. */
    public CallEncoder operation(Operation operation) {
        slot.putShort(CallEvent.OPERATION_OFFSET, operation.code());
        return this;
    }

    /** Sets the type of its elements. */
    public CallEncoder type(ElementType type) {
        slot.put(CallEvent.TYPE_OFFSET, type.code());
        return this;
    }

    /** Sets how it combines elements. */
    public CallEncoder reduction(Reduction reduction) {
        slot.put(CallEvent.REDUCTION_OFFSET, reduction.code());
        return this;
    }

    /** Sets the number of elements that it reads on this rank. */
    public CallEncoder countIn(long elements) {
        slot.putLong(CallEvent.COUNT_IN_OFFSET, elements);
        return flag(CallEvent.HAS_COUNT_IN);
    }

    /** Sets the number of elements that it writes on this rank. */
    public CallEncoder countOut(long elements) {
        slot.putLong(CallEvent.COUNT_OUT_OFFSET, elements);
        return flag(CallEvent.HAS_COUNT_OUT);
    }

    /** Sets the root of a collective or the peer of a send or receive, as a rank in the communicator. */
    public CallEncoder rootOrPeer(int rank) {
        slot.putInt(CallEvent.ROOT_OR_PEER_OFFSET, rank);
        return flag(CallEvent.HAS_ROOT_OR_PEER);
    }

    /** Sets the tag of a send or receive. */
    public CallEncoder messageTag(int tag) {
        slot.putInt(CallEvent.MESSAGE_TAG_OFFSET, tag);
        return flag(CallEvent.HAS_MESSAGE_TAG);
    }

    /** Sets the hash of its lists, {@link ListHash#of}. */
    public CallEncoder listHash(long hash) {
        slot.putLong(CallEvent.LIST_HASH_OFFSET, hash);
        return flag(CallEvent.HAS_LIST_HASH);
    }

    /** Sets the heap ids of its lists; 0 for none. */
    public CallEncoder lists(int input, int output) {
        slot.putInt(CallEvent.INPUT_LIST_OFFSET, input);
        slot.putInt(CallEvent.OUTPUT_LIST_OFFSET, output);
        return this;
    }

    /** Sets the address of its first buffer. */
    public CallEncoder buffer(long address) {
        slot.putLong(CallEvent.BUFFER_OFFSET, address);
        return this;
    }

    /** Sets the handle of its stream. */
    public CallEncoder stream(long handle) {
        slot.putLong(CallEvent.STREAM_OFFSET, handle);
        return this;
    }

    /** Sets the heap ids of its stack, of its thread's name and of the name of the library's function. */
    public CallEncoder site(int stack, int thread, int function) {
        slot.putInt(CallEvent.STACK_OFFSET, stack);
        slot.putInt(CallEvent.THREAD_OFFSET, thread);
        slot.putInt(CallEvent.FUNCTION_OFFSET, function);
        return this;
    }

    /** Sets the number of the group that it is issued in. */
    public CallEncoder group(int group) {
        slot.putInt(CallEvent.GROUP_OFFSET, group);
        return this;
    }

    /** Marks it as a call that returns only when the operation is done. */
    public CallEncoder blocking() {
        return flag(CallEvent.BLOCKING);
    }

    /** Marks it as captured into a graph: it was issued once, and its work is done whenever the graph is launched. */
    public CallEncoder captured() {
        return flag(CallEvent.CAPTURED);
    }

    private CallEncoder flag(int flag) {
        flags |= flag;
        slot.putShort(CallEvent.FLAGS_OFFSET, flags);
        return this;
    }
}
