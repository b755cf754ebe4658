package dev.rollcall.trace;

/**
 * The layout of an END slot.
 *
 * <pre>
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | time                                  |
 *     +-------------------+-------------------+
 *  16 | kind              | exit code         |
 *     +-------------------+-------------------+
 *  24 | has exit code     | exception         |
 *     +-------------------+-------------------+
 *  32 | text              | thread            |
 *     +-------------------+-------------------+
 *  40 | stack             | zero              |
 *     +-------------------+-------------------+
 * </pre>
 */
final class EndDescriptor {
    static final int TIME_OFFSET = 8;
    static final int KIND_OFFSET = 16;
    static final int EXIT_CODE_OFFSET = 20;
    /** 1 where the exit code is known. */
    static final int HAS_EXIT_CODE_OFFSET = 24;
    /** The exception's class. */
    static final int EXCEPTION_OFFSET = 28;
    /** The exception's message. */
    static final int TEXT_OFFSET = 32;

    static final int THREAD_OFFSET = 36;
    /** The exception's stack, or where exit was called. */
    static final int STACK_OFFSET = 40;

    private EndDescriptor() {}
}
