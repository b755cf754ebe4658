package dev.rollcall.trace;

/**
 * The layout of a CALL slot.
 *
 * <pre>
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
 * </pre>
 */
final class CallDescriptor {
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

    /** Flag: the sequence number counts sends and receives, not collectives. */
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
    /** Flag: the call returns only when it is done. */
    static final int BLOCKING = 1 << 6;

    private CallDescriptor() {}
}
