package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
    @TempDir
    Path folder;

    private byte[] whole;

    @BeforeEach
    void record() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            CommunicatorWriter world = writer.communicator(1);
            for (int i = 0; i < 10; i++) {
                TestTraces.call(writer, world);
            }
        }
        whole = Files.readAllBytes(folder.resolve("small.trace"));
    }

    private TraceReader open(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("other.trace"), bytes);
        return TraceReader.open(file);
    }

    private String refusal(byte[] bytes) {
        return assertThrows(TraceFormatException.class, () -> open(bytes)).getMessage();
    }

    @Test
    void rejectsAFileThatIsNotATrace() {
        assertEquals("not a trace: the file is empty", refusal(new byte[0]));
        assertEquals("not a trace: the file does not begin with ROLLCALL", refusal(new byte[] {'P', 'K'}));
        assertEquals(
                "not a trace: the file does not begin with ROLLCALL",
                refusal("x".repeat(9000).getBytes()));
        assertEquals(
                "unfinished trace: its process ended while the file was being made", refusal(new byte[whole.length]));
        assertThrows(NoSuchFileException.class, () -> TraceReader.open(folder.resolve("none")));
    }

    @Test
    void rejectsATraceOfANewerFormat() {
        whole[TraceHeader.READ_VERSION_OFFSET] = 9;
        assertEquals(
                "trace of a newer format: it needs a reader of version 9, this one reads up to version 1;"
                        + " use a newer rollcall",
                refusal(whole));
    }

    @Test
    void readsATraceOfANewerButCompatibleFormat() throws IOException {
        whole[TraceHeader.WRITE_VERSION_OFFSET] = 9;
        assertEquals(9, open(whole).formatVersion());
        assertEquals(10, open(whole).calls().events().size());
    }

    @Test
    void skipsUnknownKindsOfEvents() throws IOException {
        int tag = TraceHeader.LENGTH + 2 * CommunicatorTable.ENTRY_LENGTH + 7;
        assertEquals(EventTag.CALL.code(), whole[tag]);
        whole[tag] = 99;
        assertEquals(9, open(whole).calls().events().size());
    }

    @Test
    void readsATruncatedTraceAsFarAsItGoes() throws IOException {
        assertEquals(
                "truncated trace: it ends after 4000 bytes, before the end of its header",
                refusal(Arrays.copyOf(whole, 4000)));
        int slots = TraceHeader.LENGTH + 2 * CommunicatorTable.ENTRY_LENGTH;
        TraceReader reader = open(Arrays.copyOf(whole, slots + 4 * Slot.LENGTH + 100));
        assertTrue(reader.truncated());
        assertEquals(4, reader.calls().events().size());
        assertEquals(1, reader.communicators().size());
        assertEquals("", reader.identity().jobId());
        assertTrue(reader.copies().events().isEmpty());
        assertTrue(
                open(Arrays.copyOf(whole, TraceHeader.LENGTH)).communicators().isEmpty());
    }

    @Test
    void ignoresBytesAfterTheEnd() throws IOException {
        TraceReader reader = open(Arrays.copyOf(whole, whole.length + 1000));
        assertFalse(reader.truncated());
        assertEquals(10, reader.calls().events().size());
    }

    @Test
    void readsTheOlderEventInASlotWhoseClaimWasInterrupted() throws IOException {
        // The next position was raised but its slot not taken, so the slot still holds an older event.
        Path file = folder.resolve("claim.trace");
        try (TraceWriter writer = TraceWriter.create(file, TestTraces.SMALL, TestTraces.IDENTITY)) {
            for (int i = 0; i < 16; i++) {
                writer.events().write(new StepEvent(1, i, 0, 0));
            }
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[TraceHeader.CALLS_NEXT_OFFSET] = 18;
        TraceReader reader = open(bytes);
        assertEquals(16, reader.calls().events().size());
        assertEquals(0, reader.calls().events().get(0).position());
    }

    @Test
    void replacesADeadTraceButNotALiveOne() throws IOException {
        Path file = folder.resolve("small.trace");
        try (TraceWriter live = TestTraces.small(folder)) {
            IOException refused = assertThrows(IOException.class, () -> TestTraces.small(folder));
            assertTrue(refused.getMessage().contains("is being written"));
            assertEquals(-1, Files.mismatch(file, file));
            assertNotEquals(0, live.heap().string("still there"));
        }
        TestTraces.small(folder).close();
        assertTrue(TestTraces.read(folder).calls().events().isEmpty());
    }

    @Test
    void leavesNoFileWhenCreationFails() {
        Path missing = folder.resolve("missing").resolve("a.trace");
        assertThrows(
                NoSuchFileException.class, () -> TraceWriter.create(missing, TestTraces.SMALL, TestTraces.IDENTITY));
        assertFalse(Files.exists(missing));
    }

    @Test
    void refusesAGeometryThatCannotBeMapped() {
        assertThrows(IllegalArgumentException.class, () -> new TraceGeometry(17, 4096, 1));
        assertThrows(IllegalArgumentException.class, () -> new TraceGeometry(16, 4095, 1));
        assertThrows(IllegalArgumentException.class, () -> new TraceGeometry(16, 4096, 0));
        TraceGeometry huge = new TraceGeometry(TraceGeometry.MAX_SLOTS * 2 / 2, TraceGeometry.MAX_HEAP_BYTES, 65536);
        assertEquals(
                TraceHeader.LENGTH + 65536L * 512 + 2L * 128 * TraceGeometry.MAX_SLOTS + (1L << 29),
                FileLayout.of(huge).length());
    }

    @Test
    void readsALongListOfMembersOnceForAllEntries() throws IOException {
        int entries = 1024;
        int members = 1 << 16;
        Path file = folder.resolve("many.trace");
        try (TraceWriter writer =
                TraceWriter.create(file, new TraceGeometry(16, 1 << 20, entries), TestTraces.IDENTITY)) {
            long[] all = LongStream.range(0, members).toArray();
            for (int entry = 0; entry < entries; entry++) {
                writer.communicator(1).members(all);
            }
        }
        List<CommunicatorEntry> read = TraceReader.open(file).communicators();
        assertEquals(entries, read.size());
        assertEquals(members, read.get(0).members().size());
        assertEquals(members - 1L, read.get(0).members().get(members - 1));
        assertSame(read.get(0).members(), read.get(entries - 1).members());
    }

    @Test
    void returnsTheIdentitiesOfCommunicators() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            writer.communicator(1).phase(CommunicatorPhase.JOINED, 1);
            CommunicatorWriter named = writer.communicator(2);
            named.identity("tcp://host/world");
            named.phase(CommunicatorPhase.JOINED, 2);
        }

        TraceReader trace = TraceReader.open(folder.resolve("small.trace"));

        assertEquals(2, trace.communicators().size());
        assertEquals(List.of("tcp://host/world"), trace.communicatorIdentities());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void unmapsTheFileWhenItIsClosed() throws IOException {
        // The writer's own mapping of the first file stays until it is garbage-collected.
        try (TraceReader trace = open(whole)) {
            assertEquals(10, trace.calls().events().size());
            assertTrue(mapped("other.trace"));
        }
        assertFalse(mapped("other.trace"));
    }

    private boolean mapped(String name) throws IOException {
        String file = folder.resolve(name).toRealPath().toString();
        try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            return mappings.anyMatch(line -> line.endsWith(file));
        }
    }
}
