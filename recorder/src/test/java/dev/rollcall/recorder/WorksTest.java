package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorksTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long KEY = 64;

    @TempDir
    private Path folder;

    private TraceWriter trace;
    private Communicator world;
    private Works works;

    /** A completion that does something of the test's when it is asked. */
    private abstract static class Asked implements Completion {
        final List<Object> released = new ArrayList<>();

        @Override
        public String failure(Object handle) {
            return null;
        }

        @Override
        public void release(Object handle) {
            assertFalse(released.contains(handle), "released twice");
            released.add(handle);
        }
    }

    @BeforeEach
    void makeWorks() throws IOException {
        TraceIdentity identity = new TraceIdentity("job", 0, 2, "host", 1, 0, "test", "", "");
        trace = TraceWriter.create(folder.resolve("t.trace"), new TraceGeometry(4096, 1 << 20, 64), identity);
        world = new Communicator(trace.communicator(0), "w", "world", Birth.of("w", "", 0, 2), 0);
        works = new Works(trace.calls(), trace.heap());
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    private long begin() {
        long sequence = world.entry().nextCollective();
        long position = trace.calls().claim(EventTag.CALL);
        new CallEncoder(trace.calls()).wrap(position).enqueued(0).collective(world.entry(), sequence);
        trace.calls().publish(position);
        world.began(0, Operation.ALL_REDUCE, sequence);
        return position;
    }

    private void follow(Completion completion, Object handle) throws Throwable {
        works.follow(begin(), world, KEY, completion, handle, 0);
    }

    private void follow() throws Throwable {
        follow(null, null);
    }

    private List<CallEvent> calls() throws IOException {
        return TraceReader.open(folder.resolve("t.trace")).calls().events().stream()
                .map(recorded -> (CallEvent) recorded.event())
                .toList();
    }

    private CallEvent call() throws IOException {
        return calls().get(0);
    }

    private String text() throws IOException {
        return TraceReader.open(folder.resolve("t.trace")).string(call().text());
    }

    private long oldestPending() throws IOException {
        return TraceReader.open(folder.resolve("t.trace"))
                .communicators()
                .get(0)
                .collectives()
                .oldestPending();
    }

    @Test
    void saysUnknownOfAWorkThatNobodyAttendsTo() throws Throwable {
        follow();
        works.poll(SECOND / 2);
        assertTrue(call().pending());
        works.poll(3 * SECOND / 2);
        assertTrue(call().unknown());
        assertFalse(world.busy());
        works.finished(works.find(KEY), null, 2 * SECOND);
        assertTrue(call().completed());
        assertFalse(world.busy());
    }

    @Test
    void hasAWorkPendingAgainFromTheWaitOnThatComesLate() throws Throwable {
        follow();
        works.poll(2 * SECOND);
        works.waiting(works.find(KEY), 3 * SECOND);
        assertTrue(call().pending());
        assertTrue(world.busy());
        assertEquals(3 * SECOND, world.lastProgress());
        assertEquals(0, oldestPending());
        works.poll(100 * SECOND);
        assertTrue(call().pending());
        works.finished(works.find(KEY), null, 101 * SECOND);
        assertTrue(call().completed());
        assertFalse(world.busy());
        assertEquals(-1, oldestPending());
    }

    @Test
    void keepsAWorkPendingThatSomebodyWaitsFor() throws Throwable {
        follow();
        works.waiting(works.find(KEY), 0);
        works.poll(100 * SECOND);
        assertTrue(call().pending());
        assertTrue(world.busy());
    }

    @Test
    void saysUnknownAtTheEndOfTheProcessOfAWorkThatNobodyWaitsFor() throws Throwable {
        follow();
        works.settle(0);
        assertTrue(call().unknown());
        assertFalse(world.busy());
    }

    @Test
    void countsACallOnceWhereverAWaitMeetsThePoll() throws Throwable {
        for (int round = 0; round < 2000; round++) {
            follow();
            long token = works.find(KEY);
            CountDownLatch start = new CountDownLatch(1);
            Thread waiter = new Thread(() -> {
                start.countDown();
                works.waiting(token, 2 * SECOND);
                try {
                    works.finished(token, null, 2 * SECOND);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            });
            waiter.start();
            start.await();
            works.poll(2 * SECOND);
            waiter.join();
            assertFalse(world.busy(), "too many outstanding in round " + round);
            world.began(0, Operation.ALL_REDUCE, 0);
            assertTrue(world.busy(), "too few outstanding in round " + round);
            world.ended(0);
        }
        assertTrue(calls().stream().allMatch(CallEvent::completed));
    }

    @Test
    void leavesAWorkOfWhichAWaitThrewOpenToTheNextWait() throws Throwable {
        follow();
        works.waiting(works.find(KEY), 0);
        works.threw(works.find(KEY), "timed out", SECOND);
        assertTrue(call().pending());
        works.waiting(works.find(KEY), SECOND);
        works.poll(10 * SECOND);
        assertTrue(call().pending());
        works.finished(works.find(KEY), null, 11 * SECOND);
        assertTrue(call().completed());
    }

    @Test
    void takesWhatAWaitThrewForTheEndWhereNobodyWaitsAgain() throws Throwable {
        follow();
        works.waiting(works.find(KEY), 0);
        works.threw(works.find(KEY), "closed by peer", SECOND);
        works.poll(3 * SECOND);
        assertTrue(call().failed());
        assertEquals("closed by peer", text());
        assertFalse(world.busy());
        assertEquals(-1, works.find(KEY));
    }

    @Test
    void leavesToTheWaitHowAWorkEndedThatHasFinishedSomehow() throws Throwable {
        follow();
        works.finishedSomehow(works.find(KEY), SECOND);
        assertTrue(call().unknown());
        assertFalse(world.busy());
        works.waiting(works.find(KEY), 2 * SECOND);
        works.finished(works.find(KEY), "closed by peer", 2 * SECOND);
        assertTrue(call().failed());
        assertEquals("closed by peer", text());
        assertFalse(world.busy());
    }

    @Test
    void findsTheNewWorkUnderAKeyWhoseOldWorkIsBeingAsked() throws Throwable {
        long[] next = {-1};
        Asked completion = new Asked() {
            @Override
            public boolean finished(Object handle) throws Throwable {
                if (handle.equals("old")) {
                    follow(this, "new");
                    next[0] = works.find(KEY);
                    works.finished(next[0], null, SECOND);
                }
                return false;
            }
        };
        follow(completion, "old");
        works.poll(SECOND);
        assertTrue(calls().get(0).pending());
        assertTrue(calls().get(1).completed());
        assertEquals(List.of("new"), completion.released);
    }

    @Test
    void givesUpAWorkThatCannotBeAskedAndNoOther() throws Throwable {
        Asked completion = new Asked() {
            @Override
            public boolean finished(Object handle) {
                if (handle.equals("closed")) {
                    throw new IllegalStateException("closed");
                }
                return true;
            }
        };
        follow(completion, "closed");
        works.follow(begin(), world, 2 * KEY, completion, "open", 0);
        works.poll(SECOND);
        assertTrue(calls().get(0).unknown());
        assertTrue(calls().get(1).completed());
        assertEquals(2, completion.released.size());
        assertFalse(world.busy());
    }

    @Test
    void hasRoomForNewWorksHoweverManyWereLeftAlone() throws Throwable {
        for (int i = 1; i <= 10_000; i++) {
            works.follow(begin(), world, i, null, null, i);
            works.poll(i + 2 * SECOND);
        }
        follow();
        works.follow(begin(), world, 10_001, null, null, 0);
        works.waiting(works.find(10_001), 0);
        assertTrue(works.find(10_001) >= 0);
        works.finished(works.find(10_001), null, 1);
        List<CallEvent> all = calls();
        assertTrue(all.get(all.size() - 1).completed());
    }

    @Test
    void doesNotKeepACallPendingOfWhichTheEndOfAWaitWasLost() throws Throwable {
        follow();
        long token = works.find(KEY);
        works.waiting(token, 2);
        works.waitLost(token);
        works.poll(10 * SECOND);
        assertTrue(call().unknown());
        assertEquals(-1, oldestPending());
    }
}
