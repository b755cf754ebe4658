package dev.rollcall.recorder;

import java.util.concurrent.TimeUnit;

/**
 * Polls the calls in CUDA streams, in a thread of its own: while a device hangs, a driver may block the question, and the
 * recorder's other thread must go on to show that the process is alive.
 */
final class DeviceThread implements Runnable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Runnable poll;
    private final RecordingState state;

    DeviceThread(Runnable poll, RecordingState state) {
        this.poll = poll;
        this.state = state;
    }

    @Override
    public void run() {
        while (state.recording()) {
            try {
                BackgroundThread.rest(TICK_NANOS);
                if (state.writable()) {
                    poll.run();
                }
            } catch (Throwable e) {
                state.failed(e);
            }
        }
    }
}
