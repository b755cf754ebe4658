package dev.rollcall.trace;

/**
 * How many buffers that the calls of one site used are held in later steps than those in which the calls completed; or an
 * allocation that failed. Written when the number has doubled, when it no longer grows, and when it is 0 again.
 *
 * @param time when
 * @param use what the event is about
 * @param address where the buffer begins that is held for most steps; 0 for none
 * @param bytes its length; or the bytes that could not be allocated
 * @param device ordinal of its device; -1 for the host, or if unknown
 * @param call position, in the ring of calls, of the call that used it; -1 for none
 * @param communicator number of that call's communicator; 0 for none
 * @param stack heap id of the stack of the calls; 0 where unknown
 * @param thread heap id of the name of the thread in which the allocation failed; 0 for none
 * @param steps how many steps that buffer has been held
 * @param heldBytes the length of all buffers of the site that are held
 * @param heldBuffers how many they are
 * @param holder what holds them
 * @param settled whether their number no longer grows
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
        int thread,
        int steps,
        long heldBytes,
        int heldBuffers,
        BufferHolderKind holder,
        boolean settled)
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
     *  56 | thread            | steps             |
     *     +-------------------+-------------------+
     *  64 | held bytes                            |
     *     +-------------------+-------------------+
     *  72 | held buffers      | holder            |
     *     +-------------------+-------------------+
     *  80 | settled           |
     *     +-------------------+
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
    private static final int STEPS_OFFSET = 60;
    private static final int HELD_BYTES_OFFSET = 64;
    private static final int HELD_BUFFERS_OFFSET = 72;
    private static final int HOLDER_OFFSET = 76;
    private static final int SETTLED_OFFSET = 80;

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
                .putInt(STEPS_OFFSET, steps)
                .putLong(HELD_BYTES_OFFSET, heldBytes)
                .putInt(HELD_BUFFERS_OFFSET, heldBuffers)
                .putInt(HOLDER_OFFSET, holder.code())
                .putInt(SETTLED_OFFSET, settled ? 1 : 0)
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
                slot.getInt(THREAD_OFFSET),
                slot.getInt(STEPS_OFFSET),
                slot.getLong(HELD_BYTES_OFFSET),
                slot.getInt(HELD_BUFFERS_OFFSET),
                BufferHolderKind.ofCode(slot.getInt(HOLDER_OFFSET)),
                slot.getInt(SETTLED_OFFSET) != 0);
    }
}
