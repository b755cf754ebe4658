package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * The stack of one thread at one time, taken because the process made no progress. Immutable.
 *
 * @param thread the thread's name
 * @param state its state, as the runtime names it
 * @param stack its frames, innermost first
 * @param time when it was taken, nanoseconds since the epoch
 * @param lock the lock that it waits for, by class and identity; empty where unknown or none
 * @param owner the name of the thread that holds the lock; empty where unknown or none
 */
public record ThreadSnapshot(String thread, String state, CallStack stack, long time, String lock, String owner) {
    public ThreadSnapshot {
        thread = BoundedText.of(thread);
        state = BoundedText.of(state);
        lock = BoundedText.of(lock);
        owner = BoundedText.of(owner);
    }

    /** The name that the JVM gives to the main thread. Readers give it to the first thread of every process. */
    public static final String MAIN = "main";

    /** Makes the snapshot of a thread that waits for no lock. */
    public ThreadSnapshot(String thread, String state, CallStack stack, long time) {
        this(thread, state, stack, time, "", "");
    }

    /**
     * Returns the newest snapshot of the thread that most likely shows what the process does: the one named {@code main}, else
     * one in the application's code, else any; null for no snapshots.
     *
     * @param snapshots the oldest first
     */
    public static ThreadSnapshot mostRelevant(List<ThreadSnapshot> snapshots) {
        ThreadSnapshot best = null;
        for (ThreadSnapshot each : snapshots) {
            if (best == null || each.importance() >= best.importance()) {
                best = each;
            }
        }
        return best;
    }

    /** Returns this snapshot with another stack. */
    ThreadSnapshot with(CallStack other) {
        return new ThreadSnapshot(thread, state, other, time, lock, owner);
    }

    private int importance() {
        return thread.equals(MAIN) ? 2 : stack.site() >= 0 ? 1 : 0;
    }
}
