package dev.rollcall.trace;

/**
 * One operation of those among which an error of a device happened, or the last before them that is known to have completed. They
 * precede their {@link DeviceErrorEvent}, the oldest first.
 *
 * @param time when it was issued
 * @param window the number of the window in its process, from 1
 * @param work what kind of operation it is
 * @param device ordinal of the device that does it
 * @param otherDevice ordinal of another device that it reads or writes; -1 for none
 * @param completed whether it is known to have completed
 * @param stream handle of its stream; 0 for the default one
 * @param call its position in the ring of calls; -1 where it is no call
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 * @param function heap id of the library function's name; 0 where unknown
 */
public record WindowEvent(
        long time,
        int window,
        DeviceWork work,
        int device,
        int otherDevice,
        boolean completed,
        long stream,
        long call,
        int stack,
        int thread,
        int function)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +---------------------------------------+
     *  16 | stream                                |
     *     +---------------------------------------+
     *  24 | call, plus one                        |
     *     +-------------------+-------------------+
     *  32 | window            | work              |
     *     +-------------------+-------------------+
     *  40 | device            | other device      |
     *     +-------------------+-------------------+
     *  48 | completed         | stack             |
     *     +-------------------+-------------------+
     *  56 | thread            | function          |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int STREAM_OFFSET = 16;
    private static final int CALL_OFFSET = 24;
    private static final int WINDOW_OFFSET = 32;
    private static final int WORK_OFFSET = 36;
    private static final int DEVICE_OFFSET = 40;
    private static final int OTHER_DEVICE_OFFSET = 44;
    private static final int COMPLETED_OFFSET = 48;
    private static final int STACK_OFFSET = 52;
    private static final int THREAD_OFFSET = 56;
    private static final int FUNCTION_OFFSET = 60;

    @Override
    public EventTag tag() {
        return EventTag.WINDOW;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(STREAM_OFFSET, stream)
                .putLong(CALL_OFFSET, call + 1)
                .putInt(WINDOW_OFFSET, window)
                .putInt(WORK_OFFSET, work.code())
                .putInt(DEVICE_OFFSET, device)
                .putInt(OTHER_DEVICE_OFFSET, otherDevice)
                .putInt(COMPLETED_OFFSET, completed ? 1 : 0)
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .putInt(FUNCTION_OFFSET, function)
                .publish();
    }

    static WindowEvent read(SlotReader slot) {
        return new WindowEvent(
                slot.getLong(TIME_OFFSET),
                slot.getInt(WINDOW_OFFSET),
                DeviceWork.ofCode(slot.getInt(WORK_OFFSET)),
                slot.getInt(DEVICE_OFFSET),
                slot.getInt(OTHER_DEVICE_OFFSET),
                slot.getInt(COMPLETED_OFFSET) != 0,
                slot.getLong(STREAM_OFFSET),
                slot.getLong(CALL_OFFSET) - 1,
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(FUNCTION_OFFSET));
    }
}
