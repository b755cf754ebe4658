package dev.rollcall.recorder;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A trace that a test writes, and what a reader finds in it. */
final class TestTrace implements AutoCloseable {
    static final int RANK = 2;
    static final int WORLD = 4;

    private static final int COMMUNICATORS = 64;

    final TraceWriter writer;
    final int slots;
    private final Path file;

    TestTrace(Path folder, int slots) throws IOException {
        this.slots = slots;
        this.file = folder.resolve("t.trace");
        this.writer = TraceWriter.create(
                file,
                new TraceGeometry(slots, 1 << 20, COMMUNICATORS),
                new TraceIdentity("job", RANK, WORLD, "host", 1, 0, "test", "", ""));
    }

    /** Returns a recorder of stacks of eight frames that knows no class's call sites. */
    StackRecorder stacks() {
        return new StackRecorder(writer.heap(), 8, type -> Optional.empty(), frames -> frames);
    }

    TraceReader read() throws IOException {
        return TraceReader.open(file);
    }

    <T extends Event> List<T> events(Class<T> type) throws IOException {
        return read().calls().events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    List<CallEvent> calls() throws IOException {
        return events(CallEvent.class);
    }

    List<CommunicatorEntry> communicators() throws IOException {
        return read().communicators();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
