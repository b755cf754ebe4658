package dev.rollcall.trace;

/**
 * The layout of a THREAD slot.
 *
 * <pre>
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
 * </pre>
 */
final class ThreadDescriptor {
    static final int TIME_OFFSET = 8;
    static final int THREAD_ID_OFFSET = 16;
    /** Ordinal of the snapshot, from 1. */
    static final int SNAPSHOT_OFFSET = 24;
    /** How many threads the snapshot has. */
    static final int THREADS_OFFSET = 28;

    static final int THREAD_OFFSET = 32;
    static final int STATE_OFFSET = 36;
    static final int STACK_OFFSET = 40;
    /** What the thread waits for. */
    static final int LOCK_OFFSET = 44;
    /** The thread that holds it. */
    static final int LOCK_OWNER_OFFSET = 48;
    /** 1 for a daemon thread. */
    static final int DAEMON_OFFSET = 52;

    private ThreadDescriptor() {}
}
