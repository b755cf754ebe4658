package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A trace with few slots and one communicator, written and read in one process. */
abstract class SmallTrace {
    static final int SLOTS = TestTraces.SMALL.slots();

    TraceWriter writer;
    TraceReader reader;
    CommunicatorWriter world;

    @BeforeEach
    final void begin(@TempDir Path folder) throws IOException {
        writer = TestTraces.small(folder);
        reader = TestTraces.read(folder);
        world = writer.communicator(1);
    }

    @AfterEach
    final void end() throws IOException {
        writer.close();
    }

    final long completedCall() {
        long position = TestTraces.call(writer, world);
        assertTrue(writer.calls().completed(position, 5));
        return position;
    }

    final LaneSummary collectives() {
        return reader.communicators().get(0).collectives();
    }
}
