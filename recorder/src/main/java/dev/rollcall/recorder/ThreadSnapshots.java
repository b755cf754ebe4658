package dev.rollcall.recorder;

import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.ThreadState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Records the stacks of all threads, within a budget, so that they do not push the calls out of the ring. For one thread. */
final class ThreadSnapshots {
    /** In each pass over the ring, snapshots may take one slot in this many. */
    private static final int BUDGET_DIVISOR = 8;

    /** One snapshot may take one slot in this many of the remaining budget, so that later ones have room, too. */
    private static final int REST_DIVISOR = 2;

    private static final int MIN_THREADS = 4;

    private final EventWriter events;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final int slots;
    private final long mainThread;
    /** The position in the ring at which the current pass began, and the slots taken since then. */
    private long passStart;

    private int spent;

    private int snapshots;

    ThreadSnapshots(EventWriter events, HeapWriter heap, StackRecorder stacks, int slots, long mainThread) {
        this.mainThread = mainThread;
        this.events = events;
        this.heap = heap;
        this.stacks = stacks;
        this.slots = slots;
    }

    /**
     * Records a snapshot. It covers fewer threads the more slots earlier ones hold; the main thread comes first, then threads
     * that wait for another's lock, then non-daemon threads. Virtual threads are not included.
     */
    void take(long nanos) {
        int limit = Math.max((slots / BUDGET_DIVISOR - spent) / REST_DIVISOR, MIN_THREADS);
        snapshots++;
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        AwaitedLocks locks = AwaitedLocks.of(all);
        List<Thread> threads = all.keySet().stream()
                .filter(thread -> thread != Thread.currentThread()
                        && !(thread instanceof AgentThread)
                        && all.get(thread).length > 0)
                .sorted(Comparator.comparing((Thread thread) -> thread.getId() != mainThread)
                        .thenComparing(thread -> !locks.blocked(thread))
                        .thenComparing(Thread::isDaemon)
                        .thenComparing(Thread::getId))
                .limit(limit)
                .toList();
        spent += threads.size();
        for (Thread thread : threads) {
            AwaitedLocks.AwaitedLock lock = locks.of(thread);
            long position = events.write(new ThreadEvent(
                    nanos,
                    snapshots,
                    threads.size(),
                    thread.getId(),
                    heap.string(thread.getName()),
                    thread.isDaemon(),
                    state(thread.getState()),
                    stacks.of(all.get(thread)),
                    lock == null ? 0 : heap.string(lock.name()),
                    lock == null || lock.owner() == null ? 0 : heap.string(lock.owner())));
            if (position - passStart >= slots) {
                passStart = position;
                spent = threads.size();
            }
        }
    }

    private static ThreadState state(Thread.State state) {
        return switch (state) {
            case NEW -> ThreadState.NEW;
            case RUNNABLE -> ThreadState.RUNNABLE;
            case BLOCKED -> ThreadState.BLOCKED;
            case WAITING -> ThreadState.WAITING;
            case TIMED_WAITING -> ThreadState.TIMED_WAITING;
            case TERMINATED -> ThreadState.TERMINATED;
        };
    }
}
