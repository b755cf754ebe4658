package dev.rollcall.recorder;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;

/**
 * The locks that threads wait for and the threads that hold them, all seen at one safepoint, so that a cycle among them is a
 * deadlock. Not known in a runtime without the module {@code java.management}. Immutable.
 */
final class AwaitedLocks {
    private final Map<Long, AwaitedLock> locks;

    private AwaitedLocks(Map<Long, AwaitedLock> locks) {
        this.locks = locks;
    }

    /**
     * What a thread waits for.
     *
     * @param name class and identity of the lock, such as {@code java.lang.Object@1b28cdfa}
     * @param owner the name of the thread that holds the lock; null where no thread does, and for {@link Object#wait()}, which
     *     waits for a notification
     */
    record AwaitedLock(String name, String owner) {}

    /** Looks at some threads. */
    static AwaitedLocks of(Map<Thread, StackTraceElement[]> threads) {
        Map<Long, AwaitedLock> locks = new HashMap<>();
        try {
            Map<Long, StackTraceElement[]> stacks = new HashMap<>();
            threads.forEach((thread, stack) -> stacks.put(thread.getId(), stack));
            long[] ids = stacks.keySet().stream().mapToLong(Long::longValue).toArray();
            // Only this overload sees all threads at one safepoint.
            for (ThreadInfo seen : ManagementFactory.getThreadMXBean().getThreadInfo(ids, false, false, 0)) {
                LockInfo lock = seen == null ? null : seen.getLockInfo();
                if (lock != null) {
                    boolean locking = seen.getThreadState() == Thread.State.BLOCKED
                            || !awaitsNotification(stacks.get(seen.getThreadId()));
                    locks.put(
                            seen.getThreadId(),
                            new AwaitedLock(lock.toString(), locking ? seen.getLockOwnerName() : null));
                }
            }
        } catch (LinkageError noManagement) {
            locks.clear();
        }
        return new AwaitedLocks(locks);
    }

    private static boolean awaitsNotification(StackTraceElement[] stack) {
        return stack.length > 0 && stack[0].getClassName().equals("java.lang.Object");
    }

    /** Returns what a thread waits for; null for no lock. */
    AwaitedLock of(Thread thread) {
        return locks.get(thread.getId());
    }

    /** Returns whether a thread waits for a lock that another thread holds. */
    boolean blocked(Thread thread) {
        AwaitedLock lock = of(thread);
        return lock != null && lock.owner() != null;
    }
}
