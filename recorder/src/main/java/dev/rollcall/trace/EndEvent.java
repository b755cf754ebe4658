package dev.rollcall.trace;

/**
 * The end of the process, or of one of its threads.
 *
 * @param time when
 * @param kind how it ended
 * @param hasExitCode whether the exit code is known
 * @param exitCode the exit code; 0 where unknown
 * @param exception heap id of the exception's class; 0 for none
 * @param text heap id of the exception's message; 0 for none
 * @param thread heap id of the thread's name; 0 where unknown
 * @param stack heap id of the exception's stack, or of the stack that called exit; 0 where unknown
 */
public record EndEvent(
        long time, EndKind kind, boolean hasExitCode, int exitCode, int exception, int text, int thread, int stack)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +-------------------+-------------------+
     *  16 | kind              | exit code         |
     *     +-------------------+-------------------+
     *  24 | has exit code     | exception         |
     *     +-------------------+-------------------+
     *  32 | text              | thread            |
     *     +-------------------+-------------------+
     *  40 | stack             | zero              |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int KIND_OFFSET = 16;
    private static final int EXIT_CODE_OFFSET = 20;
    private static final int HAS_EXIT_CODE_OFFSET = 24;
    private static final int EXCEPTION_OFFSET = 28;
    private static final int TEXT_OFFSET = 32;
    private static final int THREAD_OFFSET = 36;
    private static final int STACK_OFFSET = 40;

    @Override
    public EventTag tag() {
        return EventTag.END;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putInt(KIND_OFFSET, kind.code())
                .putInt(EXIT_CODE_OFFSET, exitCode)
                .putInt(HAS_EXIT_CODE_OFFSET, hasExitCode ? 1 : 0)
                .putInt(EXCEPTION_OFFSET, exception)
                .putInt(TEXT_OFFSET, text)
                .putInt(THREAD_OFFSET, thread)
                .putInt(STACK_OFFSET, stack)
                .publish();
    }

    static EndEvent read(SlotReader slot) {
        return new EndEvent(
                slot.getLong(TIME_OFFSET),
                EndKind.ofCode(slot.getInt(KIND_OFFSET)),
                slot.getInt(HAS_EXIT_CODE_OFFSET) == 1,
                slot.getInt(EXIT_CODE_OFFSET),
                slot.getInt(EXCEPTION_OFFSET),
                slot.getInt(TEXT_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(STACK_OFFSET));
    }
}
