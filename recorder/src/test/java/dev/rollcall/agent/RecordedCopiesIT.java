package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.OwnCopies;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies in a process without a GPU, or without the memory that the arguments name. */
class RecordedCopiesIT {
    private static final String CALLS = """
            library mine
            class dev.rollcall.ranks.OwnCopies
              copy peer             move  destination destination_device source source_device bytes stream
              copy device_to_device again destination source bytes
              copy host_to_device   fill  destination source
            """;

    @TempDir
    private Path folder;

    private List<CopyEvent> copies(Forked process) throws Exception {
        return TraceReader.open(process.trace(0)).copies().events().stream()
                .map(RecordedEvent::event)
                .map(CopyEvent.class::cast)
                .toList();
    }

    @Test
    void recordsCopiesBetweenDevicesUnverified() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            Forked.Result result = process.run(1, OwnCopies.class).get(0);
            assertEquals("nothing to copy 1\n", result.out(), result.err());
            List<CopyEvent> copies = copies(process);
            assertEquals(2, copies.size(), copies.toString());
            CopyEvent first = copies.get(0);
            assertEquals(0, first.sourceDevice());
            assertEquals(1, first.destinationDevice());
            assertEquals(0x5000, first.sourcePointer());
            assertEquals(0x7000, first.destinationPointer());
            assertEquals(64, first.bytes());
            assertEquals(9, first.stream());
            assertEquals(CopyVerdict.NOT_VERIFIED, first.check().verdict());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(List.of("move", "main"), trace.methods(first.stack(), OwnCopies.class));
            assertTrue(copies.get(1).failed());
            assertEquals("move returned 1", trace.trace().string(copies.get(1).text()));
        }
    }

    @Test
    void recordsAllCopiesOrNoneAsConfigured() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        try (Forked process = new Forked(folder).options("copies=all,calls=" + calls)) {
            process.run(1, OwnCopies.class);
            List<CopyEvent> copies = copies(process);
            assertEquals(4, copies.size(), copies.toString());
            assertTrue(copies.get(3).failed());
        }
        try (Forked process =
                new Forked(Files.createDirectories(folder.resolve("off"))).options("copies=off,calls=" + calls)) {
            Forked.Result result = process.run(1, OwnCopies.class).get(0);
            assertEquals(List.of(), result.own(), result.err());
            assertFalse(Files.exists(process.trace(0)), "what is off does not begin a recording");
        }
    }
}
