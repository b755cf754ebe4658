package dev.rollcall.trace;

/**
 * One thread's stack in a snapshot of the process.
 *
 * @param time when, nanoseconds by the monotonic clock
 * @param snapshot ordinal of the snapshot, from 1
 * @param threads how many threads the snapshot has
 * @param threadId the JVM's id of the thread
 * @param thread id of the thread's name in the heap; 0 where unknown
 * @param daemon whether it is a daemon thread
 * @param state what it was doing
 * @param stack id of the stack in the heap; 0 where unknown
 * @param lock id of what it waits for, in the heap; 0 for nothing
 * @param lockOwner id of the name of the thread that holds it; 0 where unknown
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
    @Override
    public EventTag tag() {
        return EventTag.THREAD;
    }
}
