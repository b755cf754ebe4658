package dev.rollcall.trace;

/**
 * The layout of a COMMUNICATOR slot.
 *
 * <pre>
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | time                                  |
 *     +-------------------+-------------------+
 *  16 | communicator      | parent            |
 *     +-------------------+-------------------+
 *  24 | phase             | size              |
 *     +-------------------+-------------------+
 *  32 | rank              | split colour      |
 *     +-------------------+-------------------+
 *  40 | split key         | split ordinal     |
 *     +-------------------+-------------------+
 *  48 | identity          | name              |
 *     +-------------------+-------------------+
 *  56 | stack             | thread            |
 *     +-------------------+-------------------+
 *  64 | function          | text              |
 *     +-------------------+-------------------+
 * </pre>
 */
final class CommunicatorEventDescriptor {
    static final int TIME_OFFSET = 8;
    static final int COMMUNICATOR_OFFSET = 16;
    /** The communicator that was split; 0 for none. */
    static final int PARENT_OFFSET = 20;

    static final int PHASE_OFFSET = 24;
    static final int SIZE_OFFSET = 28;
    static final int RANK_OFFSET = 32;
    static final int SPLIT_COLOUR_OFFSET = 36;
    static final int SPLIT_KEY_OFFSET = 40;
    /** Ordinal of the split on its parent, from 1. */
    static final int SPLIT_ORDINAL_OFFSET = 44;

    static final int IDENTITY_OFFSET = 48;
    static final int NAME_OFFSET = 52;
    static final int STACK_OFFSET = 56;
    static final int THREAD_OFFSET = 60;
    static final int FUNCTION_OFFSET = 64;
    static final int TEXT_OFFSET = 68;

    private CommunicatorEventDescriptor() {}
}
