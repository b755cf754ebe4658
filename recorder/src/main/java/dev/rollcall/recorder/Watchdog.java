package dev.rollcall.recorder;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Takes a snapshot of all threads when nothing has made progress for the hang timeout, and again whenever that time has
 * doubled. It watches the pending call that has waited longest, and prints a line for it. Without a pending call it watches
 * the time since the last call: this rank may be stuck elsewhere while the others wait for it. The timeout counts
 * from the first communicator, because loading classes and native libraries takes as long as it takes: before, the watchdog of
 * a rank of a job looks after a minute at the earliest, when readers no longer take a process for one that is starting. Time in
 * which the process did not run does not count: what is stopped does not hang. For one thread.
 */
final class Watchdog {
    private static final long LONGEST_START = TimeUnit.SECONDS.toNanos(60);

    private final CommunicatorRegistry registry;
    private final ThreadSnapshots snapshots;
    private final long hangNanos;
    private final Consumer<String> printer;
    private final boolean severalRanks;
    private final long begun = System.nanoTime();

    private RecordedCommunicator watched;
    private long watchedSince;
    private long due;
    private long paused;

    /** What of {@link #paused} was before the watched time. */
    private long pausedBefore;

    /** What of {@link #paused} was known at the last check. */
    private long pausedKnown;

    /**
     * Makes a watchdog.
     *
     * @param severalRanks whether this process is one rank of several
     * @param hang the hang timeout; zero switches the watchdog off
     * @param printer prints one line for the user
     */
    Watchdog(
            CommunicatorRegistry registry,
            boolean severalRanks,
            ThreadSnapshots snapshots,
            Duration hang,
            Consumer<String> printer) {
        this.registry = registry;
        this.severalRanks = severalRanks;
        this.snapshots = snapshots;
        this.hangNanos = hang.toNanos();
        this.printer = printer;
    }

    /** Notes that the process did not run for some time. */
    void paused(long nanos) {
        paused += nanos;
    }

    /** Checks for progress. */
    void check(long nanos) {
        if (hangNanos == 0) {
            return;
        }
        RecordedCommunicator candidate = candidate();
        if (candidate == null && !severalRanks) {
            return;
        }
        long since = candidate == null ? begun : candidate.lastProgress();
        if (candidate != watched || since != watchedSince) {
            watched = candidate;
            watchedSince = since;
            pausedBefore = pausedKnown;
            due = candidate == null ? Math.max(hangNanos, LONGEST_START) : hangNanos;
        }
        pausedKnown = paused;
        long stalled = nanos - since - (paused - pausedBefore);
        if (stalled < due) {
            return;
        }
        due *= 2;
        snapshots.take(nanos);
        if (candidate != null && candidate.busy()) {
            printer.accept("no progress for " + TimeUnit.NANOSECONDS.toSeconds(stalled) + " s in "
                    + candidate.pendingCall() + "; the stacks of all threads are in the trace");
        }
    }

    /** Returns the communicator whose pending call has waited longest; without a pending call, the one used last. */
    private RecordedCommunicator candidate() {
        RecordedCommunicator waiting = null;
        RecordedCommunicator idle = null;
        for (RecordedCommunicator each : registry.all()) {
            if (each.aborted()) {
                continue;
            }
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
