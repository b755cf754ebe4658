package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.SimulatedCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A point where ranks wait for each other: a collective, a send with its receive, or the creation of a group. It ends when
 * all its ranks have arrived with matching calls and the synchronization before it in the same lane has ended. Not
 * thread-safe.
 */
final class Synchronization {
    /** The end time of a synchronization that never ends. */
    static final long NEVER = Long.MAX_VALUE;

    private final int expected;
    private final Synchronization previous;
    private final long costNanos;
    private Synchronization next;
    private int arrived;
    private boolean matching = true;
    private SimulatedCall first;
    private long latestArrival;
    private long ended = NEVER;
    private List<RankRun> waiting;

    /**
     * Makes a synchronization at which no rank has arrived.
     *
     * @param expected the number of ranks that take part
     * @param previous the one before it in the same lane; null for the first
     * @param costNanos the time from the last arrival to the end
     */
    Synchronization(int expected, Synchronization previous, long costNanos) {
        this.expected = expected;
        this.previous = previous;
        this.costNanos = costNanos;
        if (previous != null) {
            previous.next = this;
        }
    }

    /**
     * Lets a rank arrive. Adds the ranks that can continue because of it to {@code runnable}.
     *
     * @param call the rank's call; null for the creation of a group
     */
    void arrive(SimulatedCall call, long nanos, Collection<RankRun> runnable) {
        arrived++;
        latestArrival = Math.max(latestArrival, nanos);
        if (call != null) {
            first = first == null ? call : first;
            matching &= call.matches(first);
        }
        for (Synchronization ending = this; ending != null && ending.end(); ending = ending.next) {
            if (ending.waiting != null) {
                runnable.addAll(ending.waiting);
                ending.waiting = null;
            }
        }
    }

    private boolean end() {
        if (arrived < expected || !matching || ended != NEVER || previous != null && previous.ended == NEVER) {
            return false;
        }
        ended = Math.max(latestArrival, previous == null ? 0 : previous.ended) + costNanos;
        first = null;
        return true;
    }

    /** Returns the time of the end, nanoseconds since the job's start; {@link #NEVER} if it has not ended. */
    long ended() {
        return ended;
    }

    /** Makes the rank runnable when this ends. */
    void wake(RankRun rank) {
        if (waiting == null) {
            waiting = new ArrayList<>(expected);
        }
        waiting.add(rank);
    }
}
