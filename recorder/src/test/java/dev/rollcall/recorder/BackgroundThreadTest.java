package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.ClockPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BackgroundThreadTest {
    @TempDir
    private Path folder;

    private static void awaitHeartbeatAfter(ClockPair seen, TestTrace trace) throws IOException, InterruptedException {
        while (trace.read().clock().equals(seen)) {
            Thread.sleep(10);
        }
    }

    /** A pending interrupt would make every wait return at once. */
    @Test
    void keepsWaitingWhenTheApplicationInterruptsEveryThread() throws Exception {
        try (TestTrace trace = new TestTrace(folder, 64)) {
            CommunicatorRegistry registry = new CommunicatorRegistry(TestTrace.WORLD);
            StackRecorder stacks = trace.stacks();
            RecordingState state = new RecordingState(trace.writer, line -> {});
            ThreadSnapshots snapshots =
                    new ThreadSnapshots(trace.writer.events(), trace.writer.heap(), stacks, trace.slots, 1);
            CommunicatorRecorder recorder =
                    new CommunicatorRecorder(trace.writer, stacks, registry, true, Duration.ofHours(1));
            BackgroundThread background = new BackgroundThread(
                    trace.writer,
                    new WorkTracker(trace.writer.calls(), trace.writer.heap()),
                    recorder,
                    new Watchdog(registry, false, snapshots, Duration.ZERO, line -> {}),
                    state);
            Thread thread = new Thread(background);
            thread.setDaemon(true);
            ClockPair start = trace.read().clock();
            thread.start();
            interrupt(thread, start, trace);
            state.broken(new IllegalStateException("the test goes on"));
            interrupt(thread, trace.read().clock(), trace);
            assertTrue(thread.isAlive());
        }
    }

    private static void interrupt(Thread thread, ClockPair seen, TestTrace trace) throws Exception {
        awaitHeartbeatAfter(seen, trace);
        ClockPair heartbeat = trace.read().clock();
        thread.interrupt();
        awaitHeartbeatAfter(heartbeat, trace);
        assertFalse(thread.isInterrupted(), "the interrupt is cleared");
    }
}
