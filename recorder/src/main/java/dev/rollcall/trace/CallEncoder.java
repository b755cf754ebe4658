package dev.rollcall.trace;

/**
 * Writes the body of a claimed CALL slot. What is not set stays unknown.
 *
 * <p>A flyweight for one thread, used again for each of its calls; nothing here allocates:
 *
 * <pre>{@code
 * long position = ring.claim(EventTag.CALL);
 * encoder.wrap(position).enqueued(System.nanoTime()).sequence(n).operation(ALL_REDUCE)…;
 * ring.publish(position);
 * }</pre>
 */
public final class CallEncoder {
    private final SlotWriter body;
    private int flags;

    /** Makes an encoder for calls of this ring. */
    public CallEncoder(CallRing ring) {
        body = new SlotWriter(ring);
    }

    /** Turns to the slot that was claimed at this position; {@link Ring#NONE} is allowed, and goes nowhere. */
    public CallEncoder wrap(long position) {
        body.use(position);
        flags = 0;
        return this;
    }

    /** Sets when it was issued, nanoseconds by the monotonic clock. */
    public CallEncoder enqueued(long nanos) {
        body.putLong(CallDescriptor.ENQUEUED_OFFSET, nanos);
        return this;
    }

    /** Sets its communicator and its ordinal among that communicator's collectives. */
    public CallEncoder collective(CommunicatorWriter communicator, long sequence) {
        body.putInt(CallDescriptor.COMMUNICATOR_OFFSET, communicator.index());
        body.putLong(CallDescriptor.SEQUENCE_OFFSET, sequence);
        return this;
    }

    /** Sets its communicator and its ordinal among that communicator's sends and receives. */
    public CallEncoder pointToPoint(CommunicatorWriter communicator, long sequence) {
        return collective(communicator, sequence).flag(CallDescriptor.POINT_TO_POINT);
    }

    /** Sets what it does. */
    public CallEncoder operation(Operation operation) {
        body.putShort(CallDescriptor.OPERATION_OFFSET, operation.code());
        return this;
    }

    /** Sets the type of its elements. */
    public CallEncoder type(ElementType type) {
        body.put(CallDescriptor.TYPE_OFFSET, type.code());
        return this;
    }

    /** Sets how it combines elements. */
    public CallEncoder reduction(Reduction reduction) {
        body.put(CallDescriptor.REDUCTION_OFFSET, reduction.code());
        return this;
    }

    /** Sets how many elements it reads on this rank. */
    public CallEncoder countIn(long elements) {
        body.putLong(CallDescriptor.COUNT_IN_OFFSET, elements);
        return flag(CallDescriptor.HAS_COUNT_IN);
    }

    /** Sets how many elements it writes on this rank. */
    public CallEncoder countOut(long elements) {
        body.putLong(CallDescriptor.COUNT_OUT_OFFSET, elements);
        return flag(CallDescriptor.HAS_COUNT_OUT);
    }

    /** Sets the root of a rooted collective, or the other rank of a send or receive, as a rank in the communicator. */
    public CallEncoder rootOrPeer(int rank) {
        body.putInt(CallDescriptor.ROOT_OR_PEER_OFFSET, rank);
        return flag(CallDescriptor.HAS_ROOT_OR_PEER);
    }

    /** Sets the tag of a send or receive. */
    public CallEncoder messageTag(int tag) {
        body.putInt(CallDescriptor.MESSAGE_TAG_OFFSET, tag);
        return flag(CallDescriptor.HAS_MESSAGE_TAG);
    }

    /** Sets the hash of its lists, {@link ListHash#of}. */
    public CallEncoder listHash(long hash) {
        body.putLong(CallDescriptor.LIST_HASH_OFFSET, hash);
        return flag(CallDescriptor.HAS_LIST_HASH);
    }

    /** Sets the ids of its lists in the heap, 0 for none. */
    public CallEncoder lists(int input, int output) {
        body.putInt(CallDescriptor.INPUT_LIST_OFFSET, input);
        body.putInt(CallDescriptor.OUTPUT_LIST_OFFSET, output);
        return this;
    }

    /** Sets where its first buffer begins. */
    public CallEncoder buffer(long address) {
        body.putLong(CallDescriptor.BUFFER_OFFSET, address);
        return this;
    }

    /** Sets the handle of its stream. */
    public CallEncoder stream(long handle) {
        body.putLong(CallDescriptor.STREAM_OFFSET, handle);
        return this;
    }

    /** Sets the ids of its stack, of its thread's name and of the library's function. */
    public CallEncoder site(int stack, int thread, int function) {
        body.putInt(CallDescriptor.STACK_OFFSET, stack);
        body.putInt(CallDescriptor.THREAD_OFFSET, thread);
        body.putInt(CallDescriptor.FUNCTION_OFFSET, function);
        return this;
    }

    /** Sets the number of the group it is issued in. */
    public CallEncoder group(int group) {
        body.putInt(CallDescriptor.GROUP_OFFSET, group);
        return this;
    }

    /** Says that it returns only when it is done. */
    public CallEncoder blocking() {
        return flag(CallDescriptor.BLOCKING);
    }

    private CallEncoder flag(int flag) {
        flags |= flag;
        body.putShort(CallDescriptor.FLAGS_OFFSET, flags);
        return this;
    }
}
