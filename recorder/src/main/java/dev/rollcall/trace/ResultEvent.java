package dev.rollcall.trace;

/**
 * The sum of what a collective wrote on this rank. It is equal on all ranks of a call whose results must be.
 *
 * @param time when it was recorded
 * @param communicator number of the call's communicator
 * @param sequence the call's sequence number there
 * @param call position of the call in the ring of calls; -1 where it has no slot
 * @param sum the sum, which docs/checksum.md defines
 * @param bytes how many bytes were summed
 * @param type what the elements were summed as
 */
public record ResultEvent(long time, int communicator, long sequence, long call, long sum, long bytes, ElementType type)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +---------------------------------------+
     *  16 | sequence                              |
     *     +---------------------------------------+
     *  24 | call, plus one                        |
     *     +---------------------------------------+
     *  32 | sum                                   |
     *     +---------------------------------------+
     *  40 | bytes                                 |
     *     +-------------------+-------------------+
     *  48 | communicator      | type              |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int SEQUENCE_OFFSET = 16;
    private static final int CALL_OFFSET = 24;
    private static final int SUM_OFFSET = 32;
    private static final int BYTES_OFFSET = 40;
    private static final int COMMUNICATOR_OFFSET = 48;
    private static final int TYPE_OFFSET = 52;

    @Override
    public EventTag tag() {
        return EventTag.RESULT;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(SEQUENCE_OFFSET, sequence)
                .putLong(CALL_OFFSET, call + 1)
                .putLong(SUM_OFFSET, sum)
                .putLong(BYTES_OFFSET, bytes)
                .putInt(COMMUNICATOR_OFFSET, communicator)
                .putInt(TYPE_OFFSET, type.code())
                .publish();
    }

    static ResultEvent read(SlotReader slot) {
        return new ResultEvent(
                slot.getLong(TIME_OFFSET),
                slot.getInt(COMMUNICATOR_OFFSET),
                slot.getLong(SEQUENCE_OFFSET),
                slot.getLong(CALL_OFFSET) - 1,
                slot.getLong(SUM_OFFSET),
                slot.getLong(BYTES_OFFSET),
                ElementType.ofCode(slot.getInt(TYPE_OFFSET)));
    }
}
