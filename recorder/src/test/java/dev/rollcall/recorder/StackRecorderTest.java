package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.LossKind;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackRecorderTest {
    private static final int HEAP = 1 << 16;
    private static final int DEPTH = 16;
    private static final int PATHS = 1 << DEPTH;

    @TempDir
    private Path folder;

    /** The loop calls from one line, so that each turn has the same stack. */
    @Test
    void resolvesOnceAndCountsEachStackThatTheHeapHasNoRoomFor() throws Exception {
        Path file = folder.resolve("t.trace");
        TraceIdentity identity = new TraceIdentity("job", 0, 1, "host", 1, 0, "test", "", "");
        try (TraceWriter trace = TraceWriter.create(file, new TraceGeometry(64, HEAP, 4), identity)) {
            String filler = "x".repeat(256);
            for (int i = 0; i < HEAP / 256 * 2; i++) {
                trace.heap().string(filler + i);
            }
            for (int i = 0; i < HEAP; i++) {
                trace.heap().string("" + i);
            }
            StackRecorder stacks = new StackRecorder(trace.heap(), 8, type -> Optional.empty(), frames -> frames);
            StackKey key = stacks.newKey();
            long framesLost = 0;
            for (int turn = 0; turn < 100; turn++) {
                assertEquals(0, stacks.current(key, null));
                long lost = TraceReader.open(file).losses().get(LossKind.STACKS);
                assertTrue(turn == 0 || lost == framesLost + 1, "turn " + turn + ": " + framesLost + " to " + lost);
                framesLost = lost;
            }
        }
    }

    /** Two methods call each other in every order, which makes more stacks than the cache holds. */
    @Test
    void countsEachStackThatTheCacheHasNoRoomFor() throws Exception {
        try (TestTrace trace = new TestTrace(folder, 64)) {
            StackRecorder stacks =
                    new StackRecorder(trace.writer.heap(), 32, type -> Optional.empty(), frames -> frames);
            StackKey key = stacks.newKey();
            long none = 0;
            for (int path = 0; path < PATHS; path++) {
                none += left(stacks, key, path, DEPTH) == 0 ? 1 : 0;
            }
            long counted = trace.read().losses().get(LossKind.STACKS);
            assertTrue(none <= counted, none + " stacks without an id, " + counted + " counted");
        }
    }

    private static int left(StackRecorder stacks, StackKey key, int path, int depth) {
        return depth == 0 ? stacks.current(key, null) : next(stacks, key, path, depth);
    }

    private static int right(StackRecorder stacks, StackKey key, int path, int depth) {
        return depth == 0 ? stacks.current(key, null) : next(stacks, key, path, depth);
    }

    private static int next(StackRecorder stacks, StackKey key, int path, int depth) {
        return (path & 1) == 0 ? left(stacks, key, path >> 1, depth - 1) : right(stacks, key, path >> 1, depth - 1);
    }
}
