package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.recorder.OperationHistory.Window;
import dev.rollcall.trace.DeviceWork;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationHistoryTest {
    private static final long FIRST = 0x10;
    private static final long SECOND = 0x20;

    private final OperationHistory history = new OperationHistory();

    /** Issues an operation that its stack's id names. */
    private void issue(long stream, int name) {
        history.issued(new IssuedOperation(DeviceWork.LAUNCH, name, stream, 0, -1, name, name, 0, 0));
    }

    private static List<Integer> names(Window window) {
        return window.operations().stream().map(IssuedOperation::stack).toList();
    }

    @Test
    void holdsWhatWasIssuedSinceTheLastSynchronization() {
        issue(FIRST, 1);
        issue(FIRST, 2);
        long mark = history.mark();
        issue(FIRST, 3);
        history.completed(FIRST, mark);
        issue(FIRST, 4);
        Window window = history.window();
        assertEquals(List.of(3, 4), names(window));
        assertEquals(2, window.last().stack());
        assertEquals(2, window.count());
    }

    @Test
    void keepsTheOperationsOfOtherStreams() {
        issue(FIRST, 1);
        issue(SECOND, 2);
        issue(FIRST, 3);
        history.completed(FIRST, history.mark());
        assertEquals(List.of(2), names(history.window()));
        history.completed(history.mark());
        assertEquals(List.of(), names(history.window()));
    }

    @Test
    void keepsTheOperationsOfOtherThreadsDefaultStreams() throws InterruptedException {
        long ownStream = 2;
        issue(ownStream, 1);
        Thread other = new Thread(() -> {
            issue(ownStream, 2);
            history.completed(ownStream, history.mark());
        });
        other.start();
        other.join();
        assertEquals(List.of(1), names(history.window()));
        history.callCompleted(1);
        assertEquals(List.of(), names(history.window()));
    }

    @Test
    void completesWithACallWhatPrecedesItInItsStream() {
        issue(FIRST, 1);
        issue(SECOND, 2);
        issue(FIRST, 3);
        issue(FIRST, 4);
        history.callCompleted(3);
        assertEquals(List.of(2, 4), names(history.window()));
        history.callCompleted(99);
        assertEquals(List.of(2, 4), names(history.window()));
    }

    @Test
    void countsTheOperationsThatItNoLongerHolds() {
        for (int i = 0; i < 3 * OperationHistory.KEPT; i++) {
            issue(FIRST, i);
        }
        Window window = history.window();
        assertEquals(OperationHistory.KEPT, window.operations().size());
        assertEquals(3 * OperationHistory.KEPT, window.count());
        assertNull(window.last());
        history.completed(FIRST, history.mark());
        issue(FIRST, 7);
        assertEquals(1, history.window().count());
    }

    @Test
    void forgetsTheProgressOfManyStreamsAndNeverAnOperation() {
        issue(1, 1);
        for (long stream = 2; stream < 5000; stream++) {
            history.completed(stream, history.mark());
        }
        assertEquals(List.of(1), names(history.window()));
        assertTrue(history.has(1));
    }
}
