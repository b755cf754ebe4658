package dev.rollcall.trace;

/**
 * The layout of a GROUP_START and of a GROUP_END slot.
 *
 * <pre>
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | time                                  |
 *     +-------------------+-------------------+
 *  16 | group             | calls             |
 *     +-------------------+-------------------+
 *  24 | stack             | thread            |
 *     +-------------------+-------------------+
 *  32 | function          | text              |
 *     +-------------------+-------------------+
 * </pre>
 */
final class GroupDescriptor {
    static final int TIME_OFFSET = 8;
    /** As the calls of the group name it. */
    static final int GROUP_OFFSET = 16;
    /** How many calls the group has; 0 at its start. */
    static final int CALLS_OFFSET = 20;

    static final int STACK_OFFSET = 24;
    static final int THREAD_OFFSET = 28;
    static final int FUNCTION_OFFSET = 32;
    /** The error's text if the end failed; otherwise 0. */
    static final int TEXT_OFFSET = 36;

    private GroupDescriptor() {}
}
