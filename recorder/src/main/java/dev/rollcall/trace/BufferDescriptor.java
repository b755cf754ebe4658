package dev.rollcall.trace;

/**
 * The layout of a BUFFER slot.
 *
 * <pre>
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | time                                  |
 *     +---------------------------------------+
 *  16 | address                               |
 *     +---------------------------------------+
 *  24 | bytes                                 |
 *     +---------------------------------------+
 *  32 | call                                  |
 *     +-------------------+-------------------+
 *  40 | device            | use               |
 *     +-------------------+-------------------+
 *  48 | communicator      | stack             |
 *     +-------------------+-------------------+
 *  56 | thread            | zero              |
 *     +-------------------+-------------------+
 * </pre>
 */
final class BufferDescriptor {
    static final int TIME_OFFSET = 8;
    static final int ADDRESS_OFFSET = 16;
    static final int BYTES_OFFSET = 24;
    /** Position of the call in the ring of calls, plus one; 0 for none. */
    static final int CALL_OFFSET = 32;

    static final int DEVICE_OFFSET = 40;
    static final int USE_OFFSET = 44;
    static final int COMMUNICATOR_OFFSET = 48;
    static final int STACK_OFFSET = 52;
    static final int THREAD_OFFSET = 56;

    private BufferDescriptor() {}
}
