package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.Operation;
import dev.rollcall.trace.ThreadEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {
    private static final Duration HANG = Duration.ofSeconds(10);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @TempDir
    private Path folder;

    private final List<String> printed = new ArrayList<>();
    private final CommunicatorRegistry registry = new CommunicatorRegistry(TestTrace.WORLD);
    private TestTrace trace;

    @BeforeEach
    void makeTrace() throws IOException {
        trace = new TestTrace(folder, 4096);
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private Watchdog watchdog(boolean severalRanks) {
        ThreadSnapshots snapshots = new ThreadSnapshots(
                trace.writer.events(),
                trace.writer.heap(),
                trace.stacks(),
                trace.slots,
                Thread.currentThread().getId());
        return new Watchdog(registry, severalRanks, snapshots, HANG, printed::add);
    }

    private long threads() throws IOException {
        return trace.events(ThreadEvent.class).size();
    }

    private static long later(long seconds) {
        return System.nanoTime() + seconds * SECOND;
    }

    @Test
    void reportsAPendingCallWithoutProgressAndAgainWheneverTheTimeDoubles() {
        RecordedCommunicator world = new RecordedCommunicator(
                trace.writer.communicator(0), "w", "world", CommunicatorSpec.of("w", "", 2, 4), 0);
        registry.add(world);
        world.began(0, Operation.ALL_REDUCE, 1);
        Watchdog watchdog = watchdog(false);
        for (int second = 0; second <= 45; second++) {
            watchdog.check(second * SECOND);
        }
        assertEquals(3, printed.size(), () -> "" + printed);
        assertTrue(printed.get(0).startsWith("no progress for 10 s in all_reduce, call 1 on world; "), printed.get(0));
        assertTrue(printed.get(2).startsWith("no progress for 40 s "), printed.get(2));
    }

    @Test
    void doesNotCountTheTimeInWhichTheProcessWasStopped() {
        RecordedCommunicator world = new RecordedCommunicator(
                trace.writer.communicator(0), "w", "world", CommunicatorSpec.of("w", "", 2, 4), 0);
        registry.add(world);
        world.began(0, Operation.ALL_REDUCE, 1);
        Watchdog watchdog = watchdog(false);
        watchdog.check(SECOND);
        watchdog.paused(3600 * SECOND);
        for (int second = 3601; second <= 3609; second++) {
            watchdog.check(second * SECOND);
        }
        assertEquals(List.of(), printed);
        watchdog.check(3611 * SECOND);
        assertEquals(1, printed.size());
        assertTrue(printed.get(0).startsWith("no progress for 11 s in all_reduce"), printed.get(0));
    }

    @Test
    void givesARankThatCreatesNoCommunicatorAMinuteToStart() throws Exception {
        Watchdog watchdog = watchdog(true);
        watchdog.check(later(0));
        watchdog.check(later(59));
        assertEquals(0, threads());
        watchdog.check(later(61));
        assertTrue(threads() > 0);
        assertEquals(List.of(), printed);
    }

    @Test
    void countsFromTheFirstCommunicator() throws Exception {
        Watchdog watchdog = watchdog(false);
        watchdog.check(later(3600));
        assertEquals(0, threads());

        long joined = later(3600);
        registry.add(new RecordedCommunicator(
                trace.writer.communicator(0), "w", "world", CommunicatorSpec.of("w", "", 2, 4), joined));
        watchdog.check(joined + 9 * SECOND);
        assertEquals(0, threads());
        watchdog.check(joined + 11 * SECOND);
        assertTrue(threads() > 0);
        assertEquals(List.of(), printed);
    }
}
