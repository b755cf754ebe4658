package dev.rollcall.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingStateTest {
    @TempDir
    private Path folder;

    private final List<String> printed = new ArrayList<>();
    private TestTrace trace;
    private RecordingState state;

    @BeforeEach
    void makeState() throws IOException {
        trace = new TestTrace(folder, 64);
        state = new RecordingState(trace.writer, printed::add);
    }

    @AfterEach
    void closeTrace() throws IOException {
        trace.close();
    }

    @Test
    void stopsForGoodAtItsFirstOwnFailure() throws Exception {
        state.broken(new IllegalStateException("first"));
        state.broken(new IllegalStateException("second"));
        assertFalse(state.recording());
        assertEquals(1, printed.size());
        assertTrue(printed.get(0).contains("first"));
        assertTrue(trace.read().stopped().toString().contains("first"));
    }

    @Test
    void continuesAfterExhaustedMemoryAndWarnsOnce() throws Exception {
        assertTrue(state.failed(new IllegalStateException(new OutOfMemoryError("full"))));
        assertTrue(state.failed(new StackOverflowError()));
        assertEquals(List.of(), printed, "the failing thread may have no stack to print from");
        state.warnOfMissed();
        state.warnOfMissed();
        assertTrue(state.recording());
        assertNull(trace.read().stopped());
        assertEquals(1, printed.size(), () -> "" + printed);
        assertFalse(state.failed(new IllegalStateException("its own")));
        assertFalse(state.recording());
    }

    @Test
    void survivesAPrinterThatThrows() throws Exception {
        RecordingState mute = new RecordingState(trace.writer, line -> {
            throw new IllegalStateException("closed");
        });
        mute.broken(new IllegalStateException("first"));
        assertFalse(mute.recording());
        assertTrue(trace.read().stopped().toString().contains("first"));
    }
}
