package dev.rollcall.recorder;

import dev.rollcall.trace.TraceWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The recorder's one thread: asks works, beats the trace's heart, and looks whether anything is stuck. */
final class Background implements Runnable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TraceWriter trace;
    private final Works works;
    private final Watchdog watchdog;
    private final Recorder recorder;

    Background(TraceWriter trace, Works works, Watchdog watchdog, Recorder recorder) {
        this.trace = trace;
        this.works = works;
        this.watchdog = watchdog;
        this.recorder = recorder;
    }

    /** Starts the thread, which neither keeps the process alive nor stands in a group of the application's. */
    void start() {
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
        while (recorder.recording()) {
            try {
                now = System.nanoTime();
                works.poll(now);
                if (now - nextBeat >= 0) {
                    trace.heartbeat(now, System.currentTimeMillis());
                    nextBeat = now + SECOND_NANOS;
                }
                if (now - nextWatch >= 0) {
                    watchdog.check(now);
                    nextWatch = now + WATCH_NANOS;
                }
                LockSupport.parkNanos(TICK_NANOS);
            } catch (Throwable e) {
                recorder.broken(e);
            }
        }
        liveOn();
    }

    /** Keeps nothing of the application's after recording has stopped, and goes on to tell that the process lives. */
    private void liveOn() {
        try {
            works.letGo();
        } catch (Throwable e) {
            recorder.broken(e);
        }
        while (true) {
            trace.heartbeat(System.nanoTime(), System.currentTimeMillis());
            LockSupport.parkNanos(SECOND_NANOS);
        }
    }
}
