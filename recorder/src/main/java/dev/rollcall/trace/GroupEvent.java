package dev.rollcall.trace;

/**
 * The start or the end of a group of calls that are issued together, such as between ncclGroupStart and ncclGroupEnd.
 *
 * @param end whether this is the end event
 * @param time when
 * @param group the group's number, from 1; its calls name it
 * @param calls number of calls in the group; 0 at its start
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 * @param function heap id of the name of the library's function; 0 where unknown
 * @param text heap id of the error's text where the end failed; otherwise 0
 */
public record GroupEvent(boolean end, long time, int group, int calls, int stack, int thread, int function, int text)
        implements Event {
    /*
     *     GROUP_START and GROUP_END
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +-------------------+-------------------+
     *  16 | group             | calls             |
     *     +-------------------+-------------------+
     *  24 | stack             | thread            |
     *     +-------------------+-------------------+
     *  32 | function          | text              |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int GROUP_OFFSET = 16;
    private static final int CALLS_OFFSET = 20;
    private static final int STACK_OFFSET = 24;
    private static final int THREAD_OFFSET = 28;
    private static final int FUNCTION_OFFSET = 32;
    private static final int TEXT_OFFSET = 36;

    @Override
    public EventTag tag() {
        return end ? EventTag.GROUP_END : EventTag.GROUP_START;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putInt(GROUP_OFFSET, group)
                .putInt(CALLS_OFFSET, calls)
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .putInt(FUNCTION_OFFSET, function)
                .putInt(TEXT_OFFSET, text)
                .publish();
    }

    static GroupEvent read(SlotReader slot, boolean end) {
        return new GroupEvent(
                end,
                slot.getLong(TIME_OFFSET),
                slot.getInt(GROUP_OFFSET),
                slot.getInt(CALLS_OFFSET),
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(FUNCTION_OFFSET),
                slot.getInt(TEXT_OFFSET));
    }
}
