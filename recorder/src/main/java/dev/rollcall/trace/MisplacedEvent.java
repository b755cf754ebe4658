package dev.rollcall.trace;

/**
 * Memory or a stream of another device than the operation that was given it. Written once for each stack and argument.
 *
 * @param time when
 * @param what what is misplaced
 * @param address the memory; 0 for a stream
 * @param stream handle of the stream; 0 for the default one
 * @param call position, in the ring of calls, of the call that was given it; -1 for none
 * @param device ordinal of the device where it is
 * @param expectedDevice ordinal of the device where it should be
 * @param argument which argument it is, from 1; 0 where it has no number
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 * @param function heap id of the library function's name; 0 where unknown
 */
public record MisplacedEvent(
        long time,
        Misplacement what,
        long address,
        long stream,
        long call,
        int device,
        int expectedDevice,
        int argument,
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
     *  16 | address                               |
     *     +---------------------------------------+
     *  24 | stream                                |
     *     +---------------------------------------+
     *  32 | call, plus one                        |
     *     +-------------------+-------------------+
     *  40 | device            | expected device   |
     *     +-------------------+-------------------+
     *  48 | what              | argument          |
     *     +-------------------+-------------------+
     *  56 | stack             | thread            |
     *     +-------------------+-------------------+
     *  64 | function          | zero              |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int ADDRESS_OFFSET = 16;
    private static final int STREAM_OFFSET = 24;
    private static final int CALL_OFFSET = 32;
    private static final int DEVICE_OFFSET = 40;
    private static final int EXPECTED_DEVICE_OFFSET = 44;
    private static final int WHAT_OFFSET = 48;
    private static final int ARGUMENT_OFFSET = 52;
    private static final int STACK_OFFSET = 56;
    private static final int THREAD_OFFSET = 60;
    private static final int FUNCTION_OFFSET = 64;

    @Override
    public EventTag tag() {
        return EventTag.MISPLACED;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(ADDRESS_OFFSET, address)
                .putLong(STREAM_OFFSET, stream)
                .putLong(CALL_OFFSET, call + 1)
                .putInt(DEVICE_OFFSET, device)
                .putInt(EXPECTED_DEVICE_OFFSET, expectedDevice)
                .putInt(WHAT_OFFSET, what.code())
                .putInt(ARGUMENT_OFFSET, argument)
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .putInt(FUNCTION_OFFSET, function)
                .publish();
    }

    static MisplacedEvent read(SlotReader slot) {
        return new MisplacedEvent(
                slot.getLong(TIME_OFFSET),
                Misplacement.ofCode(slot.getInt(WHAT_OFFSET)),
                slot.getLong(ADDRESS_OFFSET),
                slot.getLong(STREAM_OFFSET),
                slot.getLong(CALL_OFFSET) - 1,
                slot.getInt(DEVICE_OFFSET),
                slot.getInt(EXPECTED_DEVICE_OFFSET),
                slot.getInt(ARGUMENT_OFFSET),
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(FUNCTION_OFFSET));
    }
}
