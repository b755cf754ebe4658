package dev.rollcall.trace;

/**
 * A buffer that a collective used, or its release.
 *
 * <p>Reserved: this version's recorder writes none, and the analyzer ignores it.
 *
 * @param time when
 * @param use what happened to it
 * @param address where it begins
 * @param bytes its length
 * @param device ordinal of its device; -1 for the host
 * @param call position, in the ring of calls, of the call that used it; -1 for none
 * @param communicator number of that call's communicator; 0 for none
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 */
public record BufferEvent(
        long time,
        BufferUse use,
        long address,
        long bytes,
        int device,
        long call,
        int communicator,
        int stack,
        int thread)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +---------------------------------------+
     *  16 | address                               |
     *     +---------------------------------------+
     *  24 | bytes                                 |
     *     +---------------------------------------+
     *  32 | call, plus one                        |
     *     +-------------------+-------------------+
     *  40 | device            | use               |
     *     +-------------------+-------------------+
     *  48 | communicator      | stack             |
     *     +-------------------+-------------------+
     *  56 | thread            | zero              |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int ADDRESS_OFFSET = 16;
    private static final int BYTES_OFFSET = 24;
    private static final int CALL_OFFSET = 32;
    private static final int DEVICE_OFFSET = 40;
    private static final int USE_OFFSET = 44;
    private static final int COMMUNICATOR_OFFSET = 48;
    private static final int STACK_OFFSET = 52;
    private static final int THREAD_OFFSET = 56;

    @Override
    public EventTag tag() {
        return EventTag.BUFFER;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(ADDRESS_OFFSET, address)
                .putLong(BYTES_OFFSET, bytes)
                .putLong(CALL_OFFSET, call + 1)
                .putInt(DEVICE_OFFSET, device)
                .putInt(USE_OFFSET, use.code())
                .putInt(COMMUNICATOR_OFFSET, communicator)
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .publish();
    }

    static BufferEvent read(SlotReader slot) {
        return new BufferEvent(
                slot.getLong(TIME_OFFSET),
                BufferUse.ofCode(slot.getInt(USE_OFFSET)),
                slot.getLong(ADDRESS_OFFSET),
                slot.getLong(BYTES_OFFSET),
                slot.getInt(DEVICE_OFFSET),
                slot.getLong(CALL_OFFSET) - 1,
                slot.getInt(COMMUNICATOR_OFFSET),
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET));
    }
}
