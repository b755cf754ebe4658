package dev.rollcall.trace;

/**
 * A step that the application marked, written before its first call.
 *
 * @param time when
 * @param number the number of the step
 * @param name heap id of a name; 0 for none
 * @param thread heap id of the thread's name; 0 where unknown
 */
public record StepEvent(long time, long number, int name, int thread) implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +---------------------------------------+
     *  16 | number                                |
     *     +-------------------+-------------------+
     *  24 | name              | thread            |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int NUMBER_OFFSET = 16;
    private static final int NAME_OFFSET = 24;
    private static final int THREAD_OFFSET = 28;

    @Override
    public EventTag tag() {
        return EventTag.STEP;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(NUMBER_OFFSET, number)
                .putInt(NAME_OFFSET, name)
                .putInt(THREAD_OFFSET, thread)
                .publish();
    }

    static StepEvent read(SlotReader slot) {
        return new StepEvent(
                slot.getLong(TIME_OFFSET),
                slot.getLong(NUMBER_OFFSET),
                slot.getInt(NAME_OFFSET),
                slot.getInt(THREAD_OFFSET));
    }
}
