package dev.rollcall.recorder;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Sees that nothing gets on: a pending call without progress is told to the user, and a process that has made calls and
 * makes no more leaves its stacks too, because the rank that is stuck elsewhere has nothing pending; and so does a rank of a
 * job that never came to make a communicator. For one thread.
 */
final class Watchdog {
    private final CommunicatorRegistry registry;
    private final ThreadSnapshots snapshots;
    private final long hangNanos;
    private final Consumer<String> tell;
    private final boolean ofAJob;
    private final long begun = System.nanoTime();

    private RecordedCommunicator stuck;
    private long stuckSince;
    private long due;

    /**
     * Makes a watchdog.
     *
     * @param ofAJob whether this process is one rank of several
     * @param hang how long nothing may get on; zero for as long as it likes
     * @param tell prints one line for the user
     */
    Watchdog(
            CommunicatorRegistry registry,
            boolean ofAJob,
            ThreadSnapshots snapshots,
            Duration hang,
            Consumer<String> tell) {
        this.registry = registry;
        this.ofAJob = ofAJob;
        this.snapshots = snapshots;
        this.hangNanos = hang.toNanos();
        this.tell = tell;
    }

    /** Looks whether anything is stuck. */
    void check(long nanos) {
        if (hangNanos == 0) {
            return;
        }
        RecordedCommunicator candidate = mostStuck();
        if (candidate == null && !ofAJob) {
            return;
        }
        long since = candidate == null ? begun : candidate.lastProgress();
        if (candidate != stuck || since != stuckSince) {
            stuck = candidate;
            stuckSince = since;
            due = hangNanos;
        }
        if (nanos - since < due) {
            return;
        }
        due *= 2;
        snapshots.take(nanos);
        if (candidate != null && candidate.busy()) {
            Duration stalled = Duration.ofNanos(nanos - since);
            tell.accept("no progress for " + stalled.toSeconds() + " s in " + candidate.pendingCall()
                    + "; the stacks of all threads are in the trace");
        }
    }

    /**
     * Returns the communicator whose pending call has waited longest; where nothing is pending, the one that was used last,
     * since when this process has called nothing.
     */
    private RecordedCommunicator mostStuck() {
        RecordedCommunicator waiting = null;
        RecordedCommunicator idle = null;
        for (RecordedCommunicator each : registry.all()) {
            if (each.busy()) {
                if (waiting == null || each.lastProgress() - waiting.lastProgress() < 0) {
                    waiting = each;
                }
            } else if (idle == null || each.lastProgress() - idle.lastProgress() > 0) {
                idle = each;
            }
        }
        return waiting != null ? waiting : idle;
    }
}
