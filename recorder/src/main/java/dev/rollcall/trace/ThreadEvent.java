package dev.rollcall.trace;

/**
 * The stack of one thread in a snapshot.
 *
 * @param time when
 * @param snapshot ordinal of the snapshot, from 1
 * @param threads number of threads in the snapshot
 * @param threadId the JVM's id of the thread
 * @param thread heap id of the thread's name; 0 where unknown
 * @param daemon whether it is a daemon thread
 * @param state what it was doing
 * @param stack heap id of the stack; 0 where unknown
 * @param lock heap id of the name of the lock that it waits for; 0 for none
 * @param lockOwner heap id of the name of the thread that holds the lock; 0 where unknown
 */
public record ThreadEvent(
        long time,
        int snapshot,
        int threads,
        long threadId,
        int thread,
        boolean daemon,
        ThreadState state,
        int stack,
        int lock,
        int lockOwner)
        implements Event {
    /*
     *     +---------------------------------------+
     *   0 | control                               |
     *     +---------------------------------------+
     *   8 | time                                  |
     *     +---------------------------------------+
     *  16 | thread id                             |
     *     +-------------------+-------------------+
     *  24 | snapshot          | threads           |
     *     +-------------------+-------------------+
     *  32 | thread            | state             |
     *     +-------------------+-------------------+
     *  40 | stack             | lock              |
     *     +-------------------+-------------------+
     *  48 | lock owner        | daemon            |
     *     +-------------------+-------------------+
     */
    private static final int TIME_OFFSET = 8;
    private static final int THREAD_ID_OFFSET = 16;
    private static final int SNAPSHOT_OFFSET = 24;
    private static final int THREADS_OFFSET = 28;
    private static final int THREAD_OFFSET = 32;
    private static final int STATE_OFFSET = 36;
    private static final int STACK_OFFSET = 40;
    private static final int LOCK_OFFSET = 44;
    private static final int LOCK_OWNER_OFFSET = 48;
    private static final int DAEMON_OFFSET = 52;

    @Override
    public EventTag tag() {
        return EventTag.THREAD;
    }

    long write(Ring ring) {
        return SlotWriter.claim(ring, tag())
                .putLong(TIME_OFFSET, time)
                .putLong(THREAD_ID_OFFSET, threadId)
                .putInt(SNAPSHOT_OFFSET, snapshot)
                .putInt(THREADS_OFFSET, threads)
                .putInt(THREAD_OFFSET, thread)
                .putInt(STATE_OFFSET, state.code())
                .putInt(STACK_OFFSET, stack)
                .putInt(LOCK_OFFSET, lock)
                .putInt(LOCK_OWNER_OFFSET, lockOwner)
                .putInt(DAEMON_OFFSET, daemon ? 1 : 0)
                .publish();
    }

    static ThreadEvent read(SlotReader slot) {
        return new ThreadEvent(
                slot.getLong(TIME_OFFSET),
                slot.getInt(SNAPSHOT_OFFSET),
                slot.getInt(THREADS_OFFSET),
                slot.getLong(THREAD_ID_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(DAEMON_OFFSET) == 1,
                ThreadState.ofCode(slot.getInt(STATE_OFFSET)),
                slot.getInt(STACK_OFFSET),
                slot.getInt(LOCK_OFFSET),
                slot.getInt(LOCK_OWNER_OFFSET));
    }
}
