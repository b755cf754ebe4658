package dev.rollcall.trace;

/**
 * The layout of a DEVICE_ERROR slot.
 *
 * <pre>
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | time                                  |
 *     +---------------------------------------+
 *  16 | stream                                |
 *     +---------------------------------------+
 *  24 | last good                             |
 *     +---------------------------------------+
 *  32 | first bad                             |
 *     +-------------------+-------------------+
 *  40 | device            | code              |
 *     +-------------------+-------------------+
 *  48 | name              | text              |
 *     +-------------------+-------------------+
 *  56 | stack             | thread            |
 *     +-------------------+-------------------+
 * </pre>
 */
final class DeviceErrorDescriptor {
    static final int TIME_OFFSET = 8;
    static final int STREAM_OFFSET = 16;
    /** Position of the last call known to be before the error, plus one; 0 for none. */
    static final int LAST_GOOD_OFFSET = 24;
    /** Position of the first call known to be after the error, plus one; 0 for none. */
    static final int FIRST_BAD_OFFSET = 32;

    static final int DEVICE_OFFSET = 40;
    static final int CODE_OFFSET = 44;
    static final int NAME_OFFSET = 48;
    static final int TEXT_OFFSET = 52;
    static final int STACK_OFFSET = 56;
    static final int THREAD_OFFSET = 60;

    private DeviceErrorDescriptor() {}
}
