package dev.rollcall.trace;

/**
 * The layout of a STEP slot.
 *
 * <pre>
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | time                                  |
 *     +---------------------------------------+
 *  16 | number                                |
 *     +-------------------+-------------------+
 *  24 | name              | thread            |
 *     +-------------------+-------------------+
 * </pre>
 */
final class StepDescriptor {
    static final int TIME_OFFSET = 8;
    static final int NUMBER_OFFSET = 16;
    static final int NAME_OFFSET = 24;
    static final int THREAD_OFFSET = 28;

    private StepDescriptor() {}
}
