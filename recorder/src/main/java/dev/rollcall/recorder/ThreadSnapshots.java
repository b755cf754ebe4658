package dev.rollcall.recorder;

import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.ThreadState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Records the stacks of all threads. For one thread. */
final class ThreadSnapshots {
    /** The share of the ring that one snapshot may take, so that it does not push the calls out. */
    private static final int SHARE = 8;

    private static final int AT_LEAST = 4;

    private final EventWriter events;
    private final HeapWriter heap;
    private final Stacks stacks;
    private final int limit;
    private final long mainThread;
    private int snapshots;

    ThreadSnapshots(EventWriter events, HeapWriter heap, Stacks stacks, int slots, long mainThread) {
        this.mainThread = mainThread;
        this.events = events;
        this.heap = heap;
        this.stacks = stacks;
        this.limit = Math.max(slots / SHARE, AT_LEAST);
    }

    /** Records a snapshot; where there are too many threads, the main thread and those that are no daemons come first. */
    void take(long nanos) {
        snapshots++;
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        List<Thread> threads = all.keySet().stream()
                .filter(thread -> thread != Thread.currentThread() && all.get(thread).length > 0)
                .sorted(Comparator.comparing((Thread thread) -> thread.getId() != mainThread)
                        .thenComparing(Thread::isDaemon)
                        .thenComparing(Thread::getId))
                .limit(limit)
                .toList();
        for (Thread thread : threads) {
            events.write(new ThreadEvent(
                    nanos,
                    snapshots,
                    threads.size(),
                    thread.getId(),
                    heap.string(thread.getName()),
                    thread.isDaemon(),
                    state(thread.getState()),
                    stacks.of(all.get(thread)),
                    0,
                    0));
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
