package dev.rollcall.recorder;

import dev.rollcall.trace.TraceWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The recorder's one thread: asks works, beats the trace's heart, and looks whether anything is stuck. */
public final class BackgroundThread implements Runnable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Something that is left to record. */
    @FunctionalInterface
    public interface Account {
        /** Records it; called again and again, from several threads. */
        void account() throws Throwable;
    }

    private final TraceWriter trace;
    private final WorkTracker works;
    private final RendezvousRecorder meetings;
    private final Watchdog watchdog;
    private final RecordingState state;
    private volatile Account account = () -> {};

    BackgroundThread(
            TraceWriter trace,
            WorkTracker works,
            RendezvousRecorder meetings,
            Watchdog watchdog,
            RecordingState state) {
        this.trace = trace;
        this.works = works;
        this.meetings = meetings;
        this.watchdog = watchdog;
        this.state = state;
    }

    /** Starts the thread, which neither keeps the process alive nor stands in a group of the application's. */
    void start(Account more) {
        account = more;
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread thread = new Thread(group, this, "rollcall", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        long nextBeat = now;
        long nextWatch = now;
        while (state.recording()) {
            try {
                rest(TICK_NANOS);
                now = System.nanoTime();
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
                    meetings.check(now);
                    watchdog.check(now);
                }
            } catch (Throwable e) {
                state.failed(e);
            }
        }
        liveOn();
    }

    /** Waits; an interrupt, which no thread of the application means for this one, would keep it from waiting ever again. */
    private static void rest(long nanos) {
        Thread.interrupted();
        LockSupport.parkNanos(nanos);
    }

    /** Records what is left to record, and tells the user of what was not. */
    void account() throws Throwable {
        account.account();
        state.tellExhausted();
    }

    /** Keeps nothing of the application's after recording has stopped, and goes on to tell that the process lives. */
    private void liveOn() {
        try {
            works.letGo();
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
