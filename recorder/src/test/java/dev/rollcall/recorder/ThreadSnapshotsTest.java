package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadSnapshotsTest {
    /** Enough for the threads of all tests that run in this process. */
    private static final int MANY_SLOTS = 1 << 15;

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

    @Test
    void recordsWhichThreadsWaitForEachOthersLocks() throws Exception {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread first = new Thread(
                () -> {
                    synchronized (monitor) {
                        meet(both);
                        lockInterruptibly(lock);
                    }
                },
                "reader");
        Thread second = new Thread(
                () -> {
                    lockInterruptibly(lock);
                    meet(both);
                    synchronized (monitor) {
                        lock.unlock();
                    }
                },
                "writer");
        first.start();
        second.start();
        Map<String, ThreadEvent> seen =
                seenWhen(() -> first.getState() == Thread.State.WAITING && second.getState() == Thread.State.BLOCKED);
        first.interrupt();
        first.join();
        second.join();

        try (TraceReader trace = TraceReader.open(folder.resolve("t.trace"))) {
            assertEquals("writer", trace.string(seen.get("reader").lockOwner()));
            assertEquals("reader", trace.string(seen.get("writer").lockOwner()));
            assertTrue(trace.string(seen.get("writer").lock()).startsWith("java.lang.Object@"));
        }
    }

    @Test
    void aThreadThatWaitsForANotificationWaitsForNoOwner() throws Exception {
        Object monitor = new Object();
        CountDownLatch over = new CountDownLatch(2);
        Thread waiter = new Thread(
                () -> {
                    synchronized (monitor) {
                        try {
                            monitor.wait();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                },
                "waiter");
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        Thread holder = new Thread(
                () -> {
                    synchronized (monitor) {
                        meet(over);
                    }
                },
                "holder");
        holder.start();
        Map<String, ThreadEvent> seen = seenWhen(() -> holder.getState() == Thread.State.WAITING);
        over.countDown();
        waiter.interrupt();
        waiter.join();
        holder.join();

        assertEquals(0, seen.get("waiter").lockOwner());
        assertEquals(0, seen.get("holder").lockOwner());
    }

    private Map<String, ThreadEvent> seenWhen(BooleanSupplier ready) throws Exception {
        while (!ready.getAsBoolean()) {
            Thread.sleep(1);
        }
        try (TestTrace trace = new TestTrace(folder, MANY_SLOTS)) {
            new ThreadSnapshots(
                            trace.writer.events(),
                            trace.writer.heap(),
                            trace.stacks(),
                            MANY_SLOTS,
                            Thread.currentThread().getId())
                    .take(1);
        }
        Map<String, ThreadEvent> seen = new HashMap<>();
        try (TraceReader trace = TraceReader.open(folder.resolve("t.trace"))) {
            trace.calls().events().stream()
                    .map(event -> (ThreadEvent) event.event())
                    .forEach(thread -> seen.put(trace.string(thread.thread()), thread));
        }
        return seen;
    }

    private static void meet(CountDownLatch latch) {
        latch.countDown();
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void lockInterruptibly(ReentrantLock lock) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
