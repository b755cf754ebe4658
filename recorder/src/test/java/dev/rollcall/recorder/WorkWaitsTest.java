package dev.rollcall.recorder;

import static dev.rollcall.recorder.TestWorks.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Works without a handle, which only the application's waits show to complete. */
class WorkWaitsTest {
    @TempDir
    private Path folder;

    private TestWorks test;

    @BeforeEach
    void makeWorks() throws IOException {
        test = new TestWorks(folder);
    }

    @AfterEach
    void closeTrace() throws IOException {
        test.close();
    }

    @Test
    void makesUnknownWorkPendingAgainWhenALateWaitBegins() throws Throwable {
        test.follow();
        test.works.poll(2 * SECOND);
        test.works.waiting(test.find(), 3 * SECOND);
        assertTrue(test.call().pending());
        assertTrue(test.world.busy());
        assertEquals(3 * SECOND, test.world.lastProgress());
        assertEquals(0, test.oldestPending());
        test.works.poll(100 * SECOND);
        assertTrue(test.call().pending());
        test.works.finished(test.find(), null, 101 * SECOND);
        assertTrue(test.call().completed());
        assertFalse(test.world.busy());
        assertEquals(-1, test.oldestPending());
    }

    @Test
    void keepsAWorkPendingDuringAWait() throws Throwable {
        test.follow();
        test.works.waiting(test.find(), 0);
        test.works.poll(100 * SECOND);
        assertTrue(test.call().pending());
        assertTrue(test.world.busy());
    }

    @Test
    void countsACallOnceWhenAWaitRacesThePoll() throws Throwable {
        for (int round = 0; round < 2000; round++) {
            test.follow();
            long token = test.find();
            CountDownLatch start = new CountDownLatch(1);
            Thread waiter = new Thread(() -> {
                start.countDown();
                test.works.waiting(token, 2 * SECOND);
                try {
                    test.works.finished(token, null, 2 * SECOND);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            });
            waiter.start();
            start.await();
            test.works.poll(2 * SECOND);
            waiter.join();
            assertFalse(test.world.busy(), "too many outstanding in round " + round);
            test.world.began(0, Operation.ALL_REDUCE, 0);
            assertTrue(test.world.busy(), "too few outstanding in round " + round);
            test.world.ended(0);
        }
        assertTrue(test.calls().stream().allMatch(CallEvent::completed));
    }

    @Test
    void keepsAWorkPendingAfterAWaitThrew() throws Throwable {
        test.follow();
        test.works.waiting(test.find(), 0);
        test.works.waitThrew(test.find(), "timed out", SECOND);
        assertTrue(test.call().pending());
        test.works.waiting(test.find(), SECOND);
        test.works.poll(10 * SECOND);
        assertTrue(test.call().pending());
        test.works.finished(test.find(), null, 11 * SECOND);
        assertTrue(test.call().completed());
    }

    @Test
    void recordsWhatAWaitThrewWhenNoOtherWaitBegins() throws Throwable {
        test.follow();
        test.works.waiting(test.find(), 0);
        test.works.waitThrew(test.find(), "closed by peer", SECOND);
        test.works.poll(3 * SECOND);
        assertTrue(test.call().failed());
        assertEquals("closed by peer", test.text());
        assertFalse(test.world.busy());
        assertEquals(-1, test.find());
    }

    @Test
    void letsALaterWaitShowHowAFinishedWorkEnded() throws Throwable {
        test.follow();
        test.works.finishedSomehow(test.find(), SECOND);
        assertTrue(test.call().unknown());
        assertFalse(test.world.busy());
        test.works.waiting(test.find(), 2 * SECOND);
        test.works.finished(test.find(), "closed by peer", 2 * SECOND);
        assertTrue(test.call().failed());
        assertEquals("closed by peer", test.text());
        assertFalse(test.world.busy());
    }

    @Test
    void doesNotKeepACallPendingWhenTheEndOfAWaitWasLost() throws Throwable {
        test.follow();
        long token = test.find();
        test.works.waiting(token, 2);
        test.works.waitLost(token);
        test.works.poll(10 * SECOND);
        assertTrue(test.call().unknown());
        assertEquals(-1, test.oldestPending());
    }

    @Test
    void ignoresWaitsForAnEarlierWorkWithTheSameKey() throws Throwable {
        test.follow();
        long before = test.find();
        test.works.finished(before, null, SECOND);
        test.follow();
        test.works.waiting(before, SECOND);
        test.works.poll(3 * SECOND);
        assertTrue(test.calls().get(1).unknown());
        test.works.waiting(test.find(), 4 * SECOND);
        test.works.waitLost(before);
        test.works.waitThrew(before, "too late", 4 * SECOND);
        test.works.poll(10 * SECOND);
        assertTrue(test.calls().get(1).pending());
    }
}
