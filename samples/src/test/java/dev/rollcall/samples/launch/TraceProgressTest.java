package dev.rollcall.samples.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceProgressTest {

    @TempDir
    private Path folder;

    private TraceWriter trace(int rank) throws Exception {
        return TraceWriter.create(
                folder.resolve(rank + "-host-17.trace"),
                new TraceGeometry(16, 1 << 16, 4),
                new TraceIdentity("job", rank, 2, "host", 17, 0, "test", "", ""));
    }

    @Test
    void findsRanksThatMadeProgress() throws Exception {
        TraceProgress progress = new TraceProgress(folder, 2);
        try (TraceWriter first = trace(0);
                TraceWriter second = trace(1)) {
            CommunicatorWriter world = first.communicator(1);
            second.communicator(1);
            assertEquals(BitSet.valueOf(new long[] {0b11}), progress.update());
            assertEquals(new BitSet(), progress.update());

            world.phase(CommunicatorPhase.JOINED, 2);
            assertEquals(BitSet.valueOf(new long[] {0b01}), progress.update());

            world.nextPointToPoint();
            assertEquals(BitSet.valueOf(new long[] {0b01}), progress.update());
            assertEquals(0, progress.fewestCalls());
        }
        assertFalse(progress.stoodStillFor(Duration.ofHours(1)));
        assertTrue(progress.stoodStillFor(Duration.ZERO));
    }

    @Test
    void findsNoProgressWithoutATrace() throws Exception {
        assertEquals(new BitSet(), new TraceProgress(folder.resolve("missing"), 2).update());

        Files.writeString(folder.resolve("0-host-17.trace"), "incomplete");
        assertEquals(new BitSet(), new TraceProgress(folder, 2).update());
    }
}
