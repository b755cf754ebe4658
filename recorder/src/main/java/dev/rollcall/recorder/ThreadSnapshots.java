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
    /** The share of the ring that the snapshots of one turn may take, so that they do not push the calls out. */
    private static final int SHARE = 8;

    /** What a snapshot may take of what is left, so that the newest has room as well as the first. */
    private static final int SHARE_OF_REST = 2;

    private static final int AT_LEAST = 4;

    private final EventWriter events;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final int slots;
    private final long mainThread;
    private long turn;
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
     * Records a snapshot, of fewer threads the more the ring already holds of earlier ones. Where there are too many, the
     * main thread and those that are no daemons come first. Virtual threads are not seen.
     */
    void take(long nanos) {
        int limit = Math.max((slots / SHARE - spent) / SHARE_OF_REST, AT_LEAST);
        snapshots++;
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        List<Thread> threads = all.keySet().stream()
                .filter(thread -> thread != Thread.currentThread() && all.get(thread).length > 0)
                .sorted(Comparator.comparing((Thread thread) -> thread.getId() != mainThread)
                        .thenComparing(Thread::isDaemon)
                        .thenComparing(Thread::getId))
                .limit(limit)
                .toList();
        spent += threads.size();
        for (Thread thread : threads) {
            long position = events.write(new ThreadEvent(
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
            if (position - turn >= slots) {
                turn = position;
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
