package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadSnapshotsTest {
    private static final int SLOTS = 256;
    private static final int THREADS = 60;
    private static final int TAKEN = 8;

    @TempDir
    private Path folder;

    @Test
    void leavesMostOfTheRingToCallsAfterManySnapshots() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            threads.add(thread);
        }
        try {
            take();
        } finally {
            over.countDown();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        List<ThreadEvent> seen = TraceReader.open(folder.resolve("t.trace")).calls().events().stream()
                .map(RecordedEvent::event)
                .map(ThreadEvent.class::cast)
                .toList();
        assertTrue(seen.size() <= SLOTS / 4, seen.size() + " slots taken");
        assertEquals(1, seen.get(0).snapshot());
        assertEquals(TAKEN, seen.get(seen.size() - 1).snapshot());
    }

    private void take() throws Exception {
        try (TestTrace trace = new TestTrace(folder, SLOTS)) {
            ThreadSnapshots snapshots = new ThreadSnapshots(
                    trace.writer.events(),
                    trace.writer.heap(),
                    trace.stacks(),
                    SLOTS,
                    Thread.currentThread().getId());
            for (int i = 0; i < TAKEN; i++) {
                snapshots.take(i);
            }
        }
    }
}
