package dev.rollcall.trace;

/**
 * A change of phase of a communicator.
 *
 * @param time when
 * @param phase the phase that begins
 * @param communicator number of its table entry, from 1; 0 where it has none
 * @param parent number of the communicator that was split; 0 for none
 * @param size number of its ranks; -1 where unknown
 * @param rank rank of this process in it; -1 where unknown
 * @param splitColour colour given to the split; -1 for none
 * @param splitKey key given to the split; -1 for none
 * @param splitOrdinal ordinal among the parent's splits, from 1; 0 for none
 * @param identity heap id of the identity; 0 where unknown
 * @param name heap id of the name; 0 where unknown
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 * @param function heap id of the name of the library's function; 0 where unknown
 * @param text heap id of the error's text if the call failed; otherwise 0
 */
public record CommunicatorEvent(
        long time,
        CommunicatorPhase phase,
        int communicator,
        int parent,
        int size,
        int rank,
        int splitColour,
        int splitKey,
        int splitOrdinal,
        int identity,
        int name,
        int stack,
        int thread,
        int function,
        int text)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +-------------------+-------------------+
     *  16 | communicator      | parent            |
     *     +-------------------+-------------------+
     *  24 | phase             | size              |
     *     +-------------------+-------------------+
     *  32 | rank              | split colour      |
     *     +-------------------+-------------------+
     *  40 | split key         | split ordinal     |
     *     +-------------------+-------------------+
     *  48 | identity          | name              |
     *     +-------------------+-------------------+
     *  56 | stack             | thread            |
     *     +-------------------+-------------------+
     *  64 | function          | text              |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int COMMUNICATOR_OFFSET = 16;
    private static final int PARENT_OFFSET = 20;
    private static final int PHASE_OFFSET = 24;
    private static final int SIZE_OFFSET = 28;
    private static final int RANK_OFFSET = 32;
    private static final int SPLIT_COLOUR_OFFSET = 36;
    private static final int SPLIT_KEY_OFFSET = 40;
    private static final int SPLIT_ORDINAL_OFFSET = 44;
    private static final int IDENTITY_OFFSET = 48;
    private static final int NAME_OFFSET = 52;
    private static final int STACK_OFFSET = 56;
    private static final int THREAD_OFFSET = 60;
    private static final int FUNCTION_OFFSET = 64;
    private static final int TEXT_OFFSET = 68;

    @Override
    public EventTag tag() {
        return EventTag.COMMUNICATOR;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putInt(COMMUNICATOR_OFFSET, communicator)
                .putInt(PARENT_OFFSET, parent)
                .putInt(PHASE_OFFSET, phase.code())
                .putInt(SIZE_OFFSET, size)
                .putInt(RANK_OFFSET, rank)
                .putInt(SPLIT_COLOUR_OFFSET, splitColour)
                .putInt(SPLIT_KEY_OFFSET, splitKey)
                .putInt(SPLIT_ORDINAL_OFFSET, splitOrdinal)
                .putInt(IDENTITY_OFFSET, identity)
                .putInt(NAME_OFFSET, name)
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .putInt(FUNCTION_OFFSET, function)
                .putInt(TEXT_OFFSET, text)
                .publish();
    }

    static CommunicatorEvent read(SlotReader slot) {
        return new CommunicatorEvent(
                slot.getLong(TIME_OFFSET),
                CommunicatorPhase.ofCode(slot.getInt(PHASE_OFFSET)),
                slot.getInt(COMMUNICATOR_OFFSET),
                slot.getInt(PARENT_OFFSET),
                slot.getInt(SIZE_OFFSET),
                slot.getInt(RANK_OFFSET),
                slot.getInt(SPLIT_COLOUR_OFFSET),
                slot.getInt(SPLIT_KEY_OFFSET),
                slot.getInt(SPLIT_ORDINAL_OFFSET),
                slot.getInt(IDENTITY_OFFSET),
                slot.getInt(NAME_OFFSET),
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(FUNCTION_OFFSET),
                slot.getInt(TEXT_OFFSET));
    }
}
