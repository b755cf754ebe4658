package dev.rollcall.trace;

/**
 * An error after which a device's context is of no use any more, such as an illegal access. The {@linkplain WindowEvent
 * operations} among which it happened are written before it.
 *
 * @param time when it was noticed
 * @param device ordinal of the device
 * @param code the library's error code
 * @param name heap id of the error's name; 0 where unknown
 * @param text heap id of the error's text; 0 where unknown
 * @param stream handle of the stream; 0 where unknown
 * @param lastGood position of the last call known to precede the error; -1 where unknown
 * @param firstBad position of the first call known to follow it; -1 where unknown
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 * @param window the number of its window, from 1; 0 without one
 * @param operations how many operations there were since the last that is known to have completed, those included that were not
 *     kept
 */
public record DeviceErrorEvent(
        long time,
        int device,
        int code,
        int name,
        int text,
        long stream,
        long lastGood,
        long firstBad,
        int stack,
        int thread,
        int window,
        int operations)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +---------------------------------------+
     *  16 | stream                                |
     *     +---------------------------------------+
     *  24 | last good, plus one                   |
     *     +---------------------------------------+
     *  32 | first bad, plus one                   |
     *     +-------------------+-------------------+
     *  40 | device            | code              |
     *     +-------------------+-------------------+
     *  48 | name              | text              |
     *     +-------------------+-------------------+
     *  56 | stack             | thread            |
     *     +-------------------+-------------------+
     *  64 | window            | operations        |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int STREAM_OFFSET = 16;
    private static final int LAST_GOOD_OFFSET = 24;
    private static final int FIRST_BAD_OFFSET = 32;
    private static final int DEVICE_OFFSET = 40;
    private static final int CODE_OFFSET = 44;
    private static final int NAME_OFFSET = 48;
    private static final int TEXT_OFFSET = 52;
    private static final int STACK_OFFSET = 56;
    private static final int THREAD_OFFSET = 60;
    private static final int WINDOW_OFFSET = 64;
    private static final int OPERATIONS_OFFSET = 68;

    @Override
    public EventTag tag() {
        return EventTag.DEVICE_ERROR;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(STREAM_OFFSET, stream)
                .putLong(LAST_GOOD_OFFSET, lastGood + 1)
                .putLong(FIRST_BAD_OFFSET, firstBad + 1)
                .putInt(DEVICE_OFFSET, device)
                .putInt(CODE_OFFSET, code)
                .putInt(NAME_OFFSET, name)
                .putInt(TEXT_OFFSET, text)
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .putInt(WINDOW_OFFSET, window)
                .putInt(OPERATIONS_OFFSET, operations)
                .publish();
    }

    static DeviceErrorEvent read(SlotReader slot) {
        return new DeviceErrorEvent(
                slot.getLong(TIME_OFFSET),
                slot.getInt(DEVICE_OFFSET),
                slot.getInt(CODE_OFFSET),
                slot.getInt(NAME_OFFSET),
                slot.getInt(TEXT_OFFSET),
                slot.getLong(STREAM_OFFSET),
                slot.getLong(LAST_GOOD_OFFSET) - 1,
                slot.getLong(FIRST_BAD_OFFSET) - 1,
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(WINDOW_OFFSET),
                slot.getInt(OPERATIONS_OFFSET));
    }
}
