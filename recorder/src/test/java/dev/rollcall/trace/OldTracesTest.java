package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of a folder a new trace lets stay. */
class OldTracesTest {
    private static final long DAY = 86_400_000;
    private static final String TRACE = "ROLLCALL, and no more";

    @TempDir
    private Path folder;

    private Path created;

    @BeforeEach
    void fill() throws IOException {
        created = trace("new", 9, TRACE);
        trace("1", 1, TRACE);
        trace("2", 2, TRACE);
        trace("3", 3, TRACE);
        trace("notes.txt", 8, "weeks of work");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("1"));
        Files.createDirectories(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/4"), TRACE);
    }

    private Path trace(String name, int days, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusMillis(days * DAY)));
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void removesWhatIsTooOldOfTheFolderItself() throws IOException {
        OldTraces.remove(created, 2 * DAY + DAY / 2, Long.MAX_VALUE);
        assertEquals(List.of("1", "2", "link", "new", "notes.txt", "sub/4"), left());
    }

    @Test
    void removesTheOldestOfWhatIsTooLarge() throws IOException {
        OldTraces.remove(created, Long.MAX_VALUE, 2L * TRACE.length());
        assertEquals(List.of("1", "link", "new", "notes.txt", "sub/4"), left());
    }

    @Test
    void leavesATraceThatIsWritten() throws IOException {
        try (FileChannel writer = TraceFileAllocator.create(folder.resolve("2"), 4096)) {
            writer.write(ByteBuffer.wrap(TRACE.getBytes(StandardCharsets.UTF_8)), 0);
            OldTraces.remove(created, 0, 0);
            assertEquals(List.of("2", "new", "notes.txt", "sub/4"), left());
        }
    }
}
