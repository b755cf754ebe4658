package dev.rollcall.recorder;

import dev.rollcall.trace.TraceWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The recorder's first thread: polls works, writes the heartbeat, and looks for long rendezvous and hangs. */
public final class BackgroundThread implements Runnable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A turn that takes longer shows that the process did not run: it was stopped, as by SIGSTOP or a debugger, or its machine slept. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Something that remains to be recorded. */
    @FunctionalInterface
    public interface Account {
        /** Records it; called repeatedly, from several threads. */
        void account() throws Throwable;
    }

    private final TraceWriter trace;
    private final WorkTracker works;
    private final CommunicatorRecorder communicators;
    private final Watchdog watchdog;
    private final RecordingState state;
    private volatile Account account = () -> {};

    BackgroundThread(
            TraceWriter trace,
            WorkTracker works,
            CommunicatorRecorder communicators,
            Watchdog watchdog,
            RecordingState state) {
        this.trace = trace;
        this.works = works;
        this.communicators = communicators;
        this.watchdog = watchdog;
        this.state = state;
    }

    /** Starts the thread. */
    void start(Account more) {
        account = more;
        AgentThread.start(this, "rollcall");
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        long nextBeat = now;
        long nextWatch = now;
        while (state.recording()) {
            try {
                rest(TICK_NANOS);
                long before = now;
                now = System.nanoTime();
                if (now - before > PAUSE_NANOS) {
                    watchdog.paused(now - before);
                }
                if (!state.writable()) {
                    break;
                }
                account();
                works.poll(now);
                if (now - nextBeat >= 0) {
                    nextBeat = now + SECOND_NANOS;
                    trace.heartbeat(now, System.currentTimeMillis());
                }
                if (now - nextWatch >= 0) {
                    nextWatch = now + WATCH_NANOS;
                    communicators.recordLongRendezvous(now);
                    watchdog.check(now);
                }
            } catch (Throwable e) {
                state.failed(e);
            }
        }
        stayAlive();
    }

    /** Waits. A pending interrupt would make every wait return at once; no thread of the application means it for this one. */
    static void rest(long nanos) {
        Thread.interrupted();
        LockSupport.parkNanos(nanos);
    }

    /** Records what remains to be recorded, and warns of what was missed. */
    void account() throws Throwable {
        account.account();
        state.warnOfMissed();
    }

    /** After recording has stopped: releases the application's objects, and goes on to show that the process is alive. */
    private void stayAlive() {
        try {
            works.releaseAll();
        } catch (Throwable e) {
            state.broken(e);
        }
        while (state.writable()) {
            try {
                trace.heartbeat(System.nanoTime(), System.currentTimeMillis());
                rest(SECOND_NANOS);
            } catch (Throwable e) {
                return;
            }
        }
    }
}
