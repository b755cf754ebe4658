package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.LossKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadRecordingTest {
    private static final int TASKS = 40_000;

    @TempDir
    private Path folder;

    @Test
    void leavesRoomForStacksAfterManyThreadNames() throws Exception {
        String own = Thread.currentThread().getName();
        try (TestTrace trace = new TestTrace(folder, 64)) {
            StackRecorder stacks = trace.stacks();
            ThreadRecording thread = new ThreadRecording(stacks.newKey(), null);
            for (int task = 0; task < TASKS; task++) {
                Thread.currentThread().setName("executor, task " + task + " of stage 3");
                thread.nameId(trace.writer.heap());
            }
            assertTrue(trace.read().losses().get(LossKind.STRINGS) > 0, "the names fill their share of the heap");
            int stack = stacks.current(thread.stack, null);
            assertEquals(getClass().getName(), trace.read().stack(stack).get(0).type());
            assertNotEquals(0, trace.writer.heap().string("a communicator"));
        } finally {
            Thread.currentThread().setName(own);
        }
    }
}
