package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of a process's threads the sentence and the page speak of. */
class ThreadSnapshotTest {
    private static final ThreadSnapshot REAPER = look("reaper", -1, 9);
    private static final ThreadSnapshot TRAINER = look("trainer-0", 1, 5);

    private static ThreadSnapshot look(String thread, int site, long time) {
        CallStack stack = new CallStack(
                List.of(
                        new StackFrame("java.lang.Thread", "sleep", "Thread.java", 0),
                        new StackFrame("demo.Train", "load", "Train.java", 70)),
                site);
        return new ThreadSnapshot(thread, "WAITING", stack, time);
    }

    @Test
    void prefersTheMainThreadToANewerSnapshot() {
        ThreadSnapshot main = look("main", -1, 1);
        ThreadSnapshot later = look("main", -1, 7);

        assertEquals(later, ThreadSnapshot.mostRelevant(List.of(main, TRAINER, later, REAPER)));
    }

    @Test
    void prefersTheApplicationsCodeToANewerSnapshotWithoutTheMainThread() {
        assertEquals(TRAINER, ThreadSnapshot.mostRelevant(List.of(REAPER, TRAINER, REAPER)));
        assertEquals(REAPER, ThreadSnapshot.mostRelevant(List.of(REAPER)));
        assertNull(ThreadSnapshot.mostRelevant(List.of()));
    }
}
