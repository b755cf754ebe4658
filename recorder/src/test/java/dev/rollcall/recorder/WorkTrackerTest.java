package dev.rollcall.recorder;

import static dev.rollcall.recorder.TestWorks.KEY;
import static dev.rollcall.recorder.TestWorks.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CallEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkTrackerTest {
    @TempDir
    private Path folder;

    private TestWorks test;

    /** Handles whose polling a test defines. */
    private abstract static class TestCompletion implements Completion {
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
        test = new TestWorks(folder);
    }

    @AfterEach
    void closeTrace() throws IOException {
        test.close();
    }

    @Test
    void recordsUnattendedWorkAsUnknown() throws Throwable {
        test.follow();
        test.works.poll(SECOND / 2);
        assertTrue(test.call().pending());
        test.works.poll(3 * SECOND / 2);
        assertTrue(test.call().unknown());
        assertFalse(test.world.busy());
        test.works.finished(test.find(), null, 2 * SECOND);
        assertTrue(test.call().completed());
        assertFalse(test.world.busy());
    }

    @Test
    void recordsWorkWithoutAWaitAsUnknownAtProcessEnd() throws Throwable {
        test.follow();
        test.works.settle(0);
        assertTrue(test.call().unknown());
        assertFalse(test.world.busy());
    }

    @Test
    void findsTheNewWorkWhileTheOldOneWithItsKeyIsPolled() throws Throwable {
        long[] next = {-1};
        TestCompletion completion = new TestCompletion() {
            @Override
            public boolean finished(Object handle) throws Throwable {
                if (handle.equals("old")) {
                    test.follow(this, "new");
                    next[0] = test.find();
                    test.works.finished(next[0], null, SECOND);
                }
                return false;
            }
        };
        test.follow(completion, "old");
        test.works.poll(SECOND);
        assertTrue(test.calls().get(0).pending());
        assertTrue(test.calls().get(1).completed());
        assertEquals(List.of("new"), completion.released);
    }

    @Test
    void givesUpOnlyTheWorkWhosePollFails() throws Throwable {
        TestCompletion completion = new TestCompletion() {
            @Override
            public boolean finished(Object handle) {
                if (handle.equals("closed")) {
                    throw new IllegalStateException("closed");
                }
                return true;
            }
        };
        test.follow(completion, "closed");
        test.works.follow(test.begin(), test.world, 2 * KEY, completion, "open", 0);
        test.works.poll(SECOND);
        assertTrue(test.calls().get(0).unknown());
        assertTrue(test.calls().get(1).completed());
        assertEquals(2, completion.released.size());
        assertFalse(test.world.busy());
    }

    @Test
    void hasRoomForNewWorksAfterManyUnattendedOnes() throws Throwable {
        for (int i = 1; i <= 10_000; i++) {
            test.works.follow(test.begin(), test.world, i, null, null, i);
            test.works.poll(i + 2 * SECOND);
        }
        test.follow();
        test.works.follow(test.begin(), test.world, 10_001, null, null, 0);
        test.works.waiting(test.works.inFlight(10_001), 0);
        assertTrue(test.works.inFlight(10_001) >= 0);
        test.works.finished(test.works.inFlight(10_001), null, 1);
        List<CallEvent> all = test.calls();
        assertTrue(all.get(all.size() - 1).completed());
    }

    @Test
    void pollsAWorkThatGetsItsHandleLater() throws Throwable {
        boolean[] finished = new boolean[1];
        TestCompletion completion = new TestCompletion() {
            @Override
            public boolean finished(Object handle) {
                return finished[0];
            }
        };
        test.follow(completion, null);
        assertTrue(test.works.unwatched(test.find()));
        test.works.waiting(test.find(), 0);
        test.works.watch(test.find(), completion, "handle");
        assertFalse(test.works.unwatched(test.find()));
        test.works.watch(test.find(), completion, "another");
        assertEquals(List.of("another"), completion.released);
        test.works.poll(100 * SECOND);
        assertTrue(test.call().pending());
        finished[0] = true;
        test.works.poll(101 * SECOND);
        assertTrue(test.call().completed());
        assertEquals(List.of("another", "handle"), completion.released);
        assertFalse(test.world.busy());
    }

    @Test
    void pollsNoWorkThatHasEndedOrHasNoCompletion() throws Throwable {
        TestCompletion completion = new TestCompletion() {
            @Override
            public boolean finished(Object handle) {
                throw new AssertionError("polled");
            }
        };
        test.follow();
        assertFalse(test.works.unwatched(test.find()));
        test.follow(completion, null);
        long token = test.find();
        test.works.finished(token, null, SECOND);
        assertFalse(test.works.unwatched(token));
        test.works.watch(token, completion, "late");
        assertEquals(List.of("late"), completion.released);
        test.works.poll(2 * SECOND);
    }
}
