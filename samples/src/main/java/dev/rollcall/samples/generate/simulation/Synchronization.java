package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.SimulatedCall;
import java.util.ArrayList;
import java.util.List;

/** A place where ranks meet: a collective, a send with its receive, the making of a group. Not thread-safe. */
final class Synchronization {
    /** The time of what never happens. */
    static final long NEVER = Long.MAX_VALUE;

    private final int needed;
    private final Synchronization before;
    private final long costNanos;
    private Synchronization after;
    private int came;
    private boolean fits = true;
    private SimulatedCall first;
    private long ready;
    private long ended = NEVER;
    private List<RankRun> waiting;

    /**
     * Makes a meeting to which nobody has come.
     *
     * @param needed how many ranks it takes
     * @param before the one that must have ended before it can; null without one
     * @param costNanos how long it takes once all are there
     */
    Synchronization(int needed, Synchronization before, long costNanos) {
        this.needed = needed;
        this.before = before;
        this.costNanos = costNanos;
        if (before != null) {
            before.after = this;
        }
    }

    /** Lets a rank come. A request that cannot be finished with the first one's keeps all there for ever. */
    void come(SimulatedCall request, long nanos, List<RankRun> woken) {
        came++;
        ready = Math.max(ready, nanos);
        if (request != null) {
            first = first == null ? request : first;
            fits &= request.meets(first);
        }
        for (Synchronization next = this; next != null && next.end(); next = next.after) {
            if (next.waiting != null) {
                woken.addAll(next.waiting);
                next.waiting = null;
            }
        }
    }

    private boolean end() {
        if (came < needed || !fits || ended != NEVER || before != null && before.ended == NEVER) {
            return false;
        }
        ended = Math.max(ready, before == null ? 0 : before.ended) + costNanos;
        first = null;
        return true;
    }

    /** Returns when it ended, {@link #NEVER} where it has not. */
    long ended() {
        return ended;
    }

    /** Lets a rank be told when it ends. */
    void await(RankRun rank) {
        if (waiting == null) {
            waiting = new ArrayList<>(needed);
        }
        waiting.add(rank);
    }
}
