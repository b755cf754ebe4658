package dev.rollcall.trace;

/**
 * A collective, a send or a receive, and the layout of its slot. {@link CallEncoder} writes the slot and {@link CallRing}
 * updates it, so that nothing is allocated for a call.
 *
 * <p>A value that the recorder did not know is absent; the {@code has…} methods return whether it is present.
 *
 * @param state the state bits of the slot, which the methods below interpret
 * @param enqueued when it was issued
 * @param started when it began; 0 unless {@link #hasStarted}
 * @param ended when it ended; 0 unless {@link #completed} or {@link #failed}
 * @param sequence its sequence number, from 1, in the communicator's lane of collectives or of sends and receives
 * @param countIn elements that it reads on this rank; 0 unless {@link #hasCountIn}
 * @param countOut elements that it writes on this rank; 0 unless {@link #hasCountOut}
 * @param listHash hash of its lists, see {@link ListHash}; 0 unless {@link #hasListHash}
 * @param buffer address of its first buffer; 0 where unknown
 * @param stream handle of its stream; 0 where unknown
 * @param communicator number of its communicator's entry, from 1; 0 for none
 * @param operation what it does
 * @param type the type of its elements
 * @param reduction how it combines them
 * @param rootOrPeer rank in the communicator; 0 unless {@link #hasRootOrPeer}
 * @param messageTag tag of a send or a receive; 0 unless {@link #hasMessageTag}
 * @param stack heap id of its stack; 0 where unknown
 * @param thread heap id of its thread's name; 0 where unknown
 * @param function heap id of the name of the library's function; 0 where unknown
 * @param text heap id of the error's text; 0 unless {@link #failed}
 * @param inputList heap id of the list of counts that it reads; 0 for none
 * @param outputList heap id of the list of counts that it writes; 0 for none
 * @param group number of the group that it was issued in; 0 for none
 * @param flags the flags of the slot
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
    /*
     *     +---------------------------------------+    +-------------------+-------------------+
     *   0 | control                               | 64 | buffer                                |
     *     +---------------------------------------+    +---------------------------------------+
     *   8 | enqueued                              | 72 | stream                                |
     *     +---------------------------------------+    +-------------------+---------+----+----+
     *  16 | started (valid: STARTED)              | 80 | communicator      | operat. |type|red.|
     *     +---------------------------------------+    +-------------------+---------+----+----+
     *  24 | ended (valid: COMPLETED or FAILED)    | 88 | root or peer      | message tag       |
     *     +---------------------------------------+    +-------------------+-------------------+
     *  32 | sequence                              | 96 | stack             | thread            |
     *     +---------------------------------------+    +-------------------+-------------------+
     *  40 | count in                              |104 | function          | text (v.: FAILED) |
     *     +---------------------------------------+    +-------------------+-------------------+
     *  48 | count out                             |112 | input list        | output list       |
     *     +---------------------------------------+    +-------------------+---------+---------+
     *  56 | list hash                             |120 | group             | flags   | zero    |
     *     +---------------------------------------+    +-------------------+---------+---------+
     */
    static final int ENQUEUED_OFFSET = 8;
    static final int STARTED_OFFSET = 16;
    static final int ENDED_OFFSET = 24;
    static final int SEQUENCE_OFFSET = 32;
    static final int COUNT_IN_OFFSET = 40;
    static final int COUNT_OUT_OFFSET = 48;
    static final int LIST_HASH_OFFSET = 56;
    static final int BUFFER_OFFSET = 64;
    static final int STREAM_OFFSET = 72;
    static final int COMMUNICATOR_OFFSET = 80;
    static final int OPERATION_OFFSET = 84;
    static final int TYPE_OFFSET = 86;
    static final int REDUCTION_OFFSET = 87;
    static final int ROOT_OR_PEER_OFFSET = 88;
    static final int MESSAGE_TAG_OFFSET = 92;
    static final int STACK_OFFSET = 96;
    static final int THREAD_OFFSET = 100;
    static final int FUNCTION_OFFSET = 104;
    static final int TEXT_OFFSET = 108;
    static final int INPUT_LIST_OFFSET = 112;
    static final int OUTPUT_LIST_OFFSET = 116;
    static final int GROUP_OFFSET = 120;
    static final int FLAGS_OFFSET = 124;

    /** Flag: the sequence number is in the lane of sends and receives, not of collectives. */
    static final int POINT_TO_POINT = 1;
    /** Flag: count in is known. */
    static final int HAS_COUNT_IN = 1 << 1;
    /** Flag: count out is known. */
    static final int HAS_COUNT_OUT = 1 << 2;
    /** Flag: the root or the peer is known. */
    static final int HAS_ROOT_OR_PEER = 1 << 3;
    /** Flag: the message tag is known. */
    static final int HAS_MESSAGE_TAG = 1 << 4;
    /** Flag: the list hash is known. */
    static final int HAS_LIST_HASH = 1 << 5;
    /** Flag: the call returns only when the operation is done. */
    static final int BLOCKING = 1 << 6;
    /** Flag: the call was captured into a graph. */
    static final int CAPTURED = 1 << 7;

    static CallEvent read(SlotReader slot) {
        return new CallEvent(
                slot.state(),
                slot.getLong(ENQUEUED_OFFSET),
                slot.has(Slot.STARTED) ? slot.getLong(STARTED_OFFSET) : 0,
                slot.has(Slot.COMPLETED | Slot.FAILED) ? slot.getLong(ENDED_OFFSET) : 0,
                slot.getLong(SEQUENCE_OFFSET),
                slot.getLong(COUNT_IN_OFFSET),
                slot.getLong(COUNT_OUT_OFFSET),
                slot.getLong(LIST_HASH_OFFSET),
                slot.getLong(BUFFER_OFFSET),
                slot.getLong(STREAM_OFFSET),
                slot.getInt(COMMUNICATOR_OFFSET),
                Operation.ofCode(slot.getUnsignedShort(OPERATION_OFFSET)),
                ElementType.ofCode(slot.getUnsignedByte(TYPE_OFFSET)),
                Reduction.ofCode(slot.getUnsignedByte(REDUCTION_OFFSET)),
                slot.getInt(ROOT_OR_PEER_OFFSET),
                slot.getInt(MESSAGE_TAG_OFFSET),
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(FUNCTION_OFFSET),
                slot.has(Slot.FAILED) ? slot.getInt(TEXT_OFFSET) : 0,
                slot.getInt(INPUT_LIST_OFFSET),
                slot.getInt(OUTPUT_LIST_OFFSET),
                slot.getInt(GROUP_OFFSET),
                slot.getUnsignedShort(FLAGS_OFFSET));
    }

    @Override
    public EventTag tag() {
        return EventTag.CALL;
    }

    /** Returns whether its start time is known. */
    public boolean hasStarted() {
        return (state & Slot.STARTED) != 0;
    }

    /** Returns whether it succeeded. */
    public boolean completed() {
        return (state & Slot.COMPLETED) != 0;
    }

    /** Returns whether it failed. */
    public boolean failed() {
        return (state & Slot.FAILED) != 0;
    }

    /** Returns whether its outcome cannot be known. */
    public boolean unknown() {
        return (state & Slot.ENDED) == Slot.UNKNOWN;
    }

    /** Returns whether it has not ended, as far as the recorder knows. */
    public boolean pending() {
        return (state & Slot.ENDED) == 0;
    }

    /** Returns whether its sequence number is in the lane of sends and receives, not of collectives. */
    public boolean pointToPoint() {
        return has(POINT_TO_POINT);
    }

    /** Returns whether the call returns only when the operation is done. */
    public boolean blocking() {
        return has(BLOCKING);
    }

    /** Returns whether it was captured into a graph, so that its work is done whenever the graph is launched. */
    public boolean captured() {
        return has(CAPTURED);
    }

    /** Returns whether {@link #countIn} is known. */
    public boolean hasCountIn() {
        return has(HAS_COUNT_IN);
    }

    /** Returns whether {@link #countOut} is known. */
    public boolean hasCountOut() {
        return has(HAS_COUNT_OUT);
    }

    /** Returns whether {@link #rootOrPeer} is known. */
    public boolean hasRootOrPeer() {
        return has(HAS_ROOT_OR_PEER);
    }

    /** Returns whether {@link #messageTag} is known. */
    public boolean hasMessageTag() {
        return has(HAS_MESSAGE_TAG);
    }

    /** Returns whether {@link #listHash} is known. */
    public boolean hasListHash() {
        return has(HAS_LIST_HASH);
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
